/** scenarios/sorting: items on a foam paddle and in bins. The document needs about 4 h (Elandt 2022, s. 5.3.3). */
import type { BenchCase } from 'hawser/cases';
import { pressureScene } from './pressure.ts';

export const benchCase: BenchCase = pressureScene('sorting', 'nine prisms sorted by a paddle that feels them');
