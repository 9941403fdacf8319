/** All readers of meshes as a script of its own, for workers that know only the common ones. */
import { readMesh } from '@hawser/formats';

(self as unknown as { readMesh: typeof readMesh }).readMesh = readMesh;
