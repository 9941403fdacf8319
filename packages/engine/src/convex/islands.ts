/**
 * Islands: bodies and cable nodes connected by contacts, joints, springs or cables, directly or through others. The function that a convex
 * step minimises is a sum over islands, so each island has its own position in the line search. Blocks: bodies 0 .. n - 1, then cable
 * nodes.
 */
export class Islands {
  /** island by block, from 0 */
  readonly of: Int32Array;
  /** island by unknown velocity */
  readonly ofUnknown: Int32Array;
  count = 0;
  private readonly bodies: number;

  constructor(bodies: number, nodes: number) {
    this.bodies = bodies;
    this.of = new Int32Array(bodies + nodes);
    this.ofUnknown = new Int32Array(6 * bodies + 4 * nodes);
  }

  /** Every block is an island of its own. */
  begin(): void {
    const { of } = this;
    for (let i = 0; i < of.length; i++) of[i] = i;
  }

  /** a or b < 0: nothing to join. */
  join(a: number, b: number): void {
    if (a < 0 || b < 0) return;
    const p = this.root(a);
    const q = this.root(b);
    // the lower root stays, so that roots precede their members
    if (p < q) this.of[q] = p;
    else this.of[p] = q;
  }

  /** Numbers the islands after all joins. */
  number(): void {
    const { of, ofUnknown, bodies } = this;
    this.count = 0;
    for (let i = 0; i < of.length; i++) {
      of[i] = of[i] === i ? this.count++ : of[of[i]];
      if (i < bodies) ofUnknown.fill(of[i], 6 * i, 6 * i + 6);
      else ofUnknown.fill(of[i], 6 * bodies + 4 * (i - bodies), 6 * bodies + 4 * (i - bodies) + 4);
    }
  }

  private root(from: number): number {
    const { of } = this;
    let r = from;
    while (of[r] !== r) r = of[r];
    for (let i = from; of[i] !== r; ) {
      const up = of[i];
      of[i] = r;
      i = up;
    }
    return r;
  }
}
