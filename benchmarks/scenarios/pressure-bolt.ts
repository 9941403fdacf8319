/** scenarios/bolt: a thread of 92 triangles a turn in a layered nut. The document needs about 4 h (Elandt 2022, s. 5.3.4). */
import type { BenchCase } from 'hawser/cases';
import { pressureScene } from './pressure.ts';

export const benchCase: BenchCase = pressureScene('bolt', 'a screw is started in a nut, 6.5 s');
