/** scenarios/cam-cleat: a coated rod in two sprung cams. The document needs 1.0 s a second (Elandt 2022, s. 5.3.2). */
import type { BenchCase } from 'hawser/cases';
import { pressureScene } from './pressure.ts';

export const benchCase: BenchCase = pressureScene('cam-cleat', 'cams lock on a coated rod, 1.5 s');
