/** Bodies in water and wind: their wet parts, and the present loads on them. */
import { at, BuildError } from '../base/index.ts';
import { Diffraction, type HydroSpec, Members, Radiation, type Sea, shift6, WettedHull } from '../marine/index.ts';
import type { ModelSpec } from '../model/index.ts';

export interface HullItem {
  readonly name: string;
  readonly slot: number;
  readonly spec: HydroSpec;
  readonly hull: WettedHull | undefined;
  readonly members: Members | undefined;
  readonly radiation: Radiation | undefined;
  readonly diffraction: Diffraction | undefined;
  /** of the centre of mass in the body frame */
  readonly centre: Float64Array;
  /** 6 x 6 at the centre of mass: full added mass in body axes, and the present one in world axes */
  readonly addedBody: Float64Array;
  readonly added: Float64Array;
  readonly hasAdded: boolean;
  /** present load of water and wind at the centre of mass, world axes */
  readonly force: Float64Array;
  /** its part due to growing added mass */
  readonly slam: Float64Array;
  /** its part due to waves radiated earlier */
  readonly radiated: Float64Array;
  /** absorbed by drag, slamming and added mass now [W]; kinetic energy of the added mass [J] */
  power: number;
  stored: number;
}

export class HullSet {
  readonly items: readonly HullItem[];
  readonly sea: Sea | undefined;

  constructor(spec: ModelSpec, sea: Sea | undefined, slotOfBody: Int32Array) {
    this.sea = sea;
    const items: HullItem[] = [];
    spec.bodies.forEach((body, i) => {
      const { hydro } = body;
      if (!hydro) return;
      at('bodies', () =>
        at(i, () =>
          at('hydro', () => {
            if (!sea || sea.level === Number.POSITIVE_INFINITY) {
              throw new BuildError('no-surface', 'a body in water needs water with a surface');
            }
            checkHydro(hydro);
            const c = body.centreOfMass;
            const hull = hydro.hull && new WettedHull(hydro.hull, hydro.drag ?? { normal: 0, tangential: 0 }, c);
            const members = hydro.members?.length ? new Members(hydro.members, c) : undefined;
            const { addedMass } = hydro;
            const lever = addedMass ? addedMass.point.map((x, r) => x - c[r]) : [0, 0, 0];
            items.push({
              name: body.name,
              slot: slotOfBody[i],
              spec: hydro,
              hull,
              members,
              radiation: hydro.radiation && new Radiation(hydro.radiation),
              diffraction: hydro.diffraction && new Diffraction(hydro.diffraction, sea),
              centre: Float64Array.from(c),
              addedBody: addedMass ? shift6(addedMass.matrix, lever) : new Float64Array(36),
              added: new Float64Array(36),
              hasAdded: addedMass !== undefined || members !== undefined,
              force: new Float64Array(6),
              slam: new Float64Array(6),
              radiated: new Float64Array(6),
              power: 0,
              stored: 0,
            });
          }),
        ),
      );
    });
    this.items = items;
  }

  /** Numbers that a restart needs besides poses and velocities: the past of radiated waves, and the stored values of the sea. */
  save(): Float64Array {
    const out: number[] = [];
    for (const { radiation, hull } of this.items) {
      if (radiation) for (const value of radiation.save()) out.push(value);
      if (hull) hull.save(out);
    }
    return Float64Array.from(out);
  }

  restore(saved: Float64Array): void {
    let o = 0;
    for (const { radiation, hull } of this.items) {
      if (radiation) {
        radiation.restore(saved.subarray(o, o + radiation.saved));
        o += radiation.saved;
      }
      if (hull) o += hull.restore(saved.subarray(o));
    }
  }

  get any(): boolean {
    return this.items.length > 0;
  }
}

function checkHydro(hydro: HydroSpec): void {
  const six = (field: 'linearDamping' | 'quadraticDamping'): void => {
    const values = hydro[field];
    if (values === undefined || (values.length === 6 && values.every((x) => x >= 0))) return;
    throw new BuildError('six', `must be 6 numbers of at least 0, found ${values}`, [field]);
  };
  six('linearDamping');
  six('quadraticDamping');
  const { addedMass, hull } = hydro;
  if (addedMass) {
    const { matrix, fullVolume } = addedMass;
    if (matrix.length !== 36 || !matrix.every(Number.isFinite)) {
      throw new BuildError('matrix', `must be 36 finite numbers, found ${matrix.length}`, ['addedMass', 'matrix']);
    }
    if (fullVolume !== undefined && (!(fullVolume > 0) || !hull)) {
      throw new BuildError('volume', 'must be > 0 m^3, and needs a hull', ['addedMass', 'fullVolume']);
    }
  }
}
