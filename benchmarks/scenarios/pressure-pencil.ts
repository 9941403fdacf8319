/** scenarios/pencil: two soft pads, joints led by a script. The document needs 1.0 s a second (Elandt 2022, s. 5.3.1). */
import type { BenchCase } from 'hawser/cases';
import { pressureScene } from './pressure.ts';

export const benchCase: BenchCase = pressureScene('pencil', 'a gripper with soft tips lets a pencil swing, 18 s');
