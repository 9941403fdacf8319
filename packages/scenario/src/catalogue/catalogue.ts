/** The ropes, wires and chains that a scenario can select by type and diameter. */
import { chains } from './chain.ts';
import { fibreRopes } from './fibre.ts';
import { breakLoadOf, fastCurve, type RopeType, slowStiffness } from './rope-type.ts';
import { wireRopes } from './wire.ts';

export const catalogue: readonly RopeType[] = [...fibreRopes, ...wireRopes, ...chains];

export const ropeNames: readonly string[] = catalogue.map(({ name }) => name);

export const loadings = ['slow', 'fast'] as const;
export type Loading = (typeof loadings)[number];

/** Properties of a rope of a type, in the fields of a scenario. */
export interface CatalogueRope {
  readonly mass: number;
  readonly stiffness?: number;
  readonly 'tension table'?: readonly (readonly [number, number])[];
  readonly 'outer diameter'?: number;
  readonly density?: number;
  readonly 'break load': number;
  readonly bending?: number;
  readonly friction?: number;
  readonly drag: { readonly normal: number; readonly tangential: number };
  readonly 'added mass': { readonly normal: number; readonly tangential: number };
  readonly look: 'rope' | 'chain';
}

/** Undefined: the catalogue has no such type. A type without a curve for fast loading has the slow one for both. */
export function ropeOfType(name: string, diameter: number, loading: Loading): CatalogueRope | undefined {
  const type = catalogue.find((each) => each.name === name);
  if (type === undefined) return undefined;
  const curve = loading === 'fast' ? fastCurve(type, diameter) : undefined;
  const d4 = diameter * diameter * diameter * diameter;
  return {
    mass: type.mass * diameter * diameter,
    ...(curve === undefined ? { stiffness: slowStiffness(type, diameter) } : { 'tension table': curve }),
    ...(type.outer !== undefined && { 'outer diameter': type.outer * diameter }),
    ...(type.density !== undefined && { density: type.density }),
    'break load': breakLoadOf(type, diameter),
    ...(type.bending !== undefined && { bending: type.bending * d4 }),
    ...(type.friction !== undefined && { friction: type.friction }),
    drag: type.drag,
    'added mass': type.addedMass,
    look: type.kind === 'chain' ? 'chain' : 'rope',
  };
}

export function hasFast(name: string): boolean {
  return catalogue.some((type) => type.name === name && type.fast !== undefined);
}
