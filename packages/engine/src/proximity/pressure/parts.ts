/** Connected parts of a surface made of polygons: those that share an edge belong together. */
export class SurfaceParts {
  /** part of each polygon, numbered in the order of their first polygons */
  part: Int32Array = new Int32Array(64);
  count = 0;
  /** polygons part by part, in their order within each; those of part p: from[p] ... from[p + 1] - 1 */
  order: Int32Array = new Int32Array(64);
  from: Int32Array = new Int32Array(65);
  private size = 0;
  private parent = new Int32Array(64);
  private keys = new Float64Array(256);
  private owner = new Int32Array(256);
  private used = 0;

  clear(): void {
    this.size = 0;
    this.used = 0;
    this.keys.fill(-1);
  }

  /** One more polygon: its number. */
  add(): number {
    if (this.size === this.parent.length) {
      const larger = new Int32Array(2 * this.size);
      larger.set(this.parent);
      this.parent = larger;
      this.part = new Int32Array(2 * this.size);
      this.order = new Int32Array(2 * this.size);
      this.from = new Int32Array(2 * this.size + 1);
    }
    this.parent[this.size] = this.size;
    return this.size++;
  }

  /** Adds an edge to the last polygon; its name is an integer >= 0. */
  edge(key: number): void {
    const room = this.keys.length;
    let slot = hash(key) & (room - 1);
    while (this.keys[slot] >= 0 && this.keys[slot] !== key) slot = (slot + 1) & (room - 1);
    if (this.keys[slot] === key) {
      this.join(this.owner[slot], this.size - 1);
      return;
    }
    this.keys[slot] = key;
    this.owner[slot] = this.size - 1;
    if (2 * ++this.used > room) this.grow();
  }

  private grow(): void {
    const { keys, owner } = this;
    const room = 2 * keys.length;
    this.keys = new Float64Array(room).fill(-1);
    this.owner = new Int32Array(room);
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] < 0) continue;
      let slot = hash(keys[i]) & (room - 1);
      while (this.keys[slot] >= 0) slot = (slot + 1) & (room - 1);
      this.keys[slot] = keys[i];
      this.owner[slot] = owner[i];
    }
  }

  private join(a: number, b: number): void {
    const p = this.root(a);
    const q = this.root(b);
    if (p < q) this.parent[q] = p;
    else this.parent[p] = q;
  }

  private root(i: number): number {
    const { parent } = this;
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  }

  /** Called after all polygons and edges were added. */
  number(): void {
    this.count = 0;
    for (let i = 0; i < this.size; i++) {
      const root = this.root(i);
      this.part[i] = root === i ? this.count++ : this.part[root];
    }
    const { part, order, from } = this;
    from.fill(0, 0, this.count + 1);
    for (let i = 0; i < this.size; i++) from[part[i]]++;
    for (let p = 1; p <= this.count; p++) from[p] += from[p - 1];
    for (let i = this.size - 1; i >= 0; i--) order[--from[part[i]]] = i;
  }
}

function hash(key: number): number {
  const high = Math.floor(key / 0x100000000);
  const mixed = Math.imul(Math.floor(key - high * 0x100000000) | 0, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
