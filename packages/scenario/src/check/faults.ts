/**
 * Values of a scenario known to be wrong. Checks continue with stand-ins; conclusions from a stand-in are not reported.
 */
import type { Path } from '../issues.ts';

interface Node {
  faulty: boolean;
  readonly inner: Map<string, Node>;
}

/** Paths, by what they lead through. */
export class PathSet {
  readonly #paths: Set<string> = new Set();

  add(path: Path): void {
    this.#paths.add(JSON.stringify(path.map(String)));
  }

  has(path: Path): boolean {
    return this.#paths.size > 0 && this.#paths.has(JSON.stringify(path.map(String)));
  }
}

export class Faults {
  readonly #root: Node = { faulty: false, inner: new Map() };
  readonly #incomplete: PathSet = new PathSet();

  add(path: Path): void {
    let node = this.#root;
    for (const step of path) {
      const key = String(step);
      const next = node.inner.get(key) ?? { faulty: false, inner: new Map() };
      node.inner.set(key, next);
      node = next;
    }
    node.faulty = true;
  }

  /** The value at `path` is wrong, or part of one that is. */
  at(path: Path): boolean {
    return this.#walk(path) === 'faulty';
  }

  /** The value at `path` or anything in it is wrong. */
  within(path: Path): boolean {
    return this.#walk(path) !== 'sound';
  }

  /** The map at `path` contains something not understood: nothing in it counts as missing. */
  addIncomplete(path: Path): void {
    this.#incomplete.add(path);
  }

  incomplete(path: Path): boolean {
    return this.#incomplete.has(path);
  }

  #walk(path: Path): 'faulty' | 'faulty inside' | 'sound' {
    let node = this.#root;
    for (const step of path) {
      if (node.faulty) return 'faulty';
      const next = node.inner.get(String(step));
      if (next === undefined) return 'sound';
      node = next;
    }
    return node.faulty ? 'faulty' : node.inner.size > 0 ? 'faulty inside' : 'sound';
  }
}
