/** MA-07: kinematics of a knuckle-boom crane, and back from the tip to the pose. */
import { cranePose } from '@hawser/engine';
import { type CranePose, craneJacobian, craneTip } from '@hawser/engine/parts';
import type { CaseContext, ValidationCase, ValidationRow } from 'hawser/cases';
import { compare } from '../rows.ts';

const [id, source] = ['MA-07-knuckle-crane', 'plane geometry'];
const row = { id, source };
const RAD = Math.PI / 180;

interface Forward {
  readonly slew_deg: number;
  readonly main_deg: number;
  readonly knuckle_fold_deg: number;
  readonly tip: readonly number[];
  readonly planar_jacobian_determinant: number;
}

interface Inverse {
  readonly r: number;
  readonly z: number;
  readonly reachable: boolean;
  readonly main_deg?: number;
  readonly knuckle_fold_deg?: number;
}

interface Reference {
  readonly parameters: {
    readonly sets: readonly { readonly L1: number; readonly L2: number; readonly h: number; readonly offset: number }[];
  };
  readonly reference: {
    readonly results: readonly {
      readonly forward: readonly Forward[];
      readonly inverse_knuckle_up: readonly Inverse[];
    }[];
  };
  readonly tolerance: { readonly abs_m: number };
}

async function run(context: CaseContext): Promise<readonly ValidationRow[]> {
  const { parameters, reference, tolerance } = context.readJson('reference.json') as Reference;
  const [set] = parameters.sets;
  const [result] = reference.results;
  const geometry = { heelRadius: set.offset, heelHeight: set.h, mainBoom: set.L1, outerBoom: set.L2 };
  const rows: ValidationRow[] = [];
  const add = (quantity: string, unit: string, expected: number, measured: number): void => {
    rows.push(compare(row, { quantity, unit, expected, measured, tolerance: tolerance.abs_m }));
  };
  const tip = new Float64Array(3);
  const J = new Float64Array(6);
  for (const one of result.forward) {
    const pose: CranePose = [one.slew_deg * RAD, one.main_deg * RAD, -one.knuckle_fold_deg * RAD, 0];
    const name = `slew ${one.slew_deg}, main ${one.main_deg}, fold ${one.knuckle_fold_deg} deg`;
    craneTip(tip, geometry, pose);
    for (let i = 0; i < 3; i++) add(`${name}: tip ${'xyz'[i]}`, 'm', one.tip[i], tip[i]);
    craneJacobian(J, geometry, pose); // by the knuckle angle; the reference counts the fold the other way
    add(`${name}: determinant`, 'm^2', one.planar_jacobian_determinant, -(J[0] * J[4] - J[1] * J[3]));
  }
  for (const { r, z, reachable, main_deg = 0, knuckle_fold_deg = 0 } of result.inverse_knuckle_up) {
    const pose = cranePose(geometry, [r, 0, z], 0);
    const name = `tip at r = ${r} m, z = ${z} m`;
    add(`${name}: within reach`, '1', reachable ? 1 : 0, pose ? 1 : 0);
    if (!pose) continue;
    add(`${name}: main boom`, 'rad', main_deg * RAD, pose[1]);
    add(`${name}: fold`, 'rad', knuckle_fold_deg * RAD, -pose[2]);
  }
  return rows;
}

export const validationCase: ValidationCase = { id, title: 'Kinematics of a knuckle-boom crane', source, run };
