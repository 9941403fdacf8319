/** The lee of a body: a factor on the waves in a rectangle that moves and turns with it. */
import { smoothstep } from '../../math/index.ts';
import type { ShelterSpec } from './spec.ts';

export class Shelter {
  readonly spec: ShelterSpec;
  /** position of the body origin, and direction of its bow */
  private x = 0;
  private y = 0;
  private cos = 1;
  private sin = 0;

  constructor(spec: ShelterSpec) {
    this.spec = spec;
  }

  place(x: number, y: number, bowX: number, bowY: number): void {
    const size = Math.sqrt(bowX * bowX + bowY * bowY);
    this.x = x;
    this.y = y;
    this.cos = size > 0 ? bowX / size : 1;
    this.sin = size > 0 ? bowY / size : 0;
  }

  /** Factor on the height of waves at a point of the world. */
  at(x: number, y: number): number {
    const { from, to, edge, factor } = this.spec;
    const ahead = this.cos * (x - this.x) + this.sin * (y - this.y);
    const across = this.cos * (y - this.y) - this.sin * (x - this.x);
    const inside =
      Math.min(ahead - from[0], to[0] - ahead, across - from[1], to[1] - across) / (edge > 0 ? edge : 1e-9) + 0.5;
    return 1 - (1 - factor) * smoothstep(inside);
  }
}
