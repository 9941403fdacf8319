/** Contact load along cables: normal forces of all strand contacts per length. */
import { H_ELEMENT_A, H_ELEMENT_B, H_NORMAL, H_STRIDE, type TouchHistory } from '../contacts/index.ts';
import type { Workspace } from '../stage/index.ts';

/** Sums of elements, computed once for each state that is read. */
export class TouchLoad {
  private readonly w: Workspace;
  /** [N] by element, cable after cable; each cable has room for the largest number of elements it may get */
  private readonly force: Float64Array;
  private readonly first: Int32Array;
  private revision = -1;

  constructor(w: Workspace) {
    this.w = w;
    const { items } = w.cables;
    this.first = new Int32Array(items.length + 1);
    items.forEach(({ cable }, i) => {
      this.first[i + 1] = this.first[i] + cable.capacity;
    });
    this.force = new Float64Array(this.first[items.length]);
  }

  refresh(): void {
    const { revision } = this.w.allContacts;
    if (revision === this.revision) return;
    this.revision = revision;
    this.force.fill(0);
    this.add(this.w.touch.solidHistory);
    this.add(this.w.touch.strandHistory);
  }

  /** [N/m] at a node of a cable, from the elements beside it. */
  at(index: number, node: number): number {
    const { cable } = this.w.cables.items[index];
    const from = Math.max(0, node - 1);
    const to = Math.min(cable.elementCount - 1, node);
    let [sum, length] = [0, 0];
    for (let j = from; j <= to; j++) {
      sum += this.force[this.first[index] + j];
      length += cable.materialLength[j];
    }
    return sum / length;
  }

  private add({ trial }: TouchHistory): void {
    const h = trial.data;
    for (let o = 0; o < trial.length; o += H_STRIDE) {
      this.push(h[o + H_ELEMENT_A], h[o + H_NORMAL]);
      if (h[o + H_ELEMENT_B] >= 0) this.push(h[o + H_ELEMENT_B], h[o + H_NORMAL]);
    }
  }

  private push(element: number, force: number): void {
    const { curves, starts } = this.w.touch;
    const cable = curves.cable[element];
    this.force[this.first[cable] + element - starts[cable]] += force;
  }
}
