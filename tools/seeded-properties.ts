/** Properties are tried with the same numbers in every run: a test that fails has failed because of a change. HAWSER_SEED tries others. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.HAWSER_SEED ?? 20261117) });
