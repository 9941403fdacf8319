/**
 * Which functions of ours did an input reach that none before it did? Asked of V8 itself (precise binary coverage by the inspector),
 * in the thread that runs the inputs: a function is told once, the first time it is run.
 */
import { Session } from 'node:inspector';

const OURS = /\/packages\/[a-z]+\/dist\//;

export class Coverage {
  #session = new Session();
  #known = new Set();

  /** functions reached so far, those of loading not counted */
  get reached() {
    return this.#known.size;
  }

  start() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
    this.take(); // what loading has run is nobody's find
    this.#known.clear();
  }

  /** How many functions are new since it was last asked. */
  take() {
    const before = this.#known.size;
    this.#session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw new Error(error.message);
      for (const { url, functions } of taken.result)
        if (OURS.test(url))
          for (const { ranges } of functions)
            if (ranges[0].count > 0) this.#known.add(`${url} ${ranges[0].startOffset}`);
    });
    return this.#known.size - before;
  }
}
