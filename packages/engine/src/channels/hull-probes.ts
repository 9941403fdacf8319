/** Probes of water loads on bodies. */
import type { HullItem, Workspace } from '../stage/index.ts';
import { type Probe, scalar, vector } from '../base/index.ts';

export function hullProbes(w: Workspace): Probe[] {
  return w.hulls.items.flatMap((item) => itemProbes(w, item));
}

function itemProbes(w: Workspace, item: HullItem): Probe[] {
  const { name, hull, members, force } = item;
  const three =
    (from: Float64Array, start: number) =>
    (out: Float64Array, o: number): void => {
      for (let r = 0; r < 3; r++) out[o + r] = from[start + r];
    };
  const volume = (): number => (hull ? hull.volume : 0) + (members ? members.volume : 0);
  const sea = w.sea;
  const weight = sea ? sea.density * sea.gravity : 0;
  const probes: Probe[] = [
    scalar(`${name}.wetted-volume`, 'm^3', volume),
    scalar(`${name}.buoyancy`, 'N', () => weight * volume()),
    vector(`${name}.water-force`, 'N', three(force, 0)),
    vector(`${name}.water-moment`, 'N m', three(force, 3)),
  ];
  if (hull) {
    probes.push(
      scalar(`${name}.draft`, 'm', () => hull.draft),
      scalar(`${name}.wetted-area`, 'm^2', () => hull.area),
    );
  }
  if (item.spec.addedMass?.slamming) probes.push(vector(`${name}.slam`, 'N', three(item.slam, 0)));
  if (item.radiation) probes.push(vector(`${name}.radiation-force`, 'N', three(item.radiated, 0)));
  return probes;
}
