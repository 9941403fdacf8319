/** `hawser class FILE --en N`: a scenario beside class rules. A comparison of numbers, not an approval. */
import {
  chainBreakLoad,
  chainProofLoad,
  equipmentFor,
  type Grade,
  LEAST_HEAD_SHARE,
  WINDLASS_RULES,
  windlassDutyPull,
} from '@hawser/engine';
import { leverOf } from '@hawser/scenario';
import { inputError } from '../exit.ts';
import { type Output, short, table } from '../output.ts';
import { neededScenario } from '../scenario-file.ts';

export interface ClassOptions {
  readonly en: number;
  readonly grade: number;
  readonly depth: number;
  readonly set: readonly string[];
  readonly allow: readonly string[];
  readonly json?: boolean;
}

interface Row {
  readonly part: string;
  readonly rule: string;
  readonly required: string;
  readonly found: string;
  /** null: nothing to compare */
  readonly met: boolean | null;
  readonly source: string;
  readonly confirmed: boolean;
}

const TABLE = "UR A1, table 1, by a maker's table";

export function classRules(out: Output, file: string, options: ClassOptions): void {
  const { en, depth } = options;
  const equipment = equipmentFor(en);
  if (equipment === undefined) {
    throw inputError(`--en: expected an equipment number above 50 and up to 3400, found ${options.en}`);
  }
  if (![1, 2, 3].includes(options.grade)) throw inputError(`--grade: expected 1, 2 or 3, found ${options.grade}`);
  if (!(depth >= 0)) throw inputError(`--depth: expected a depth in metres, found ${options.depth}`);
  const grade = options.grade as Grade;
  const { compiled } = neededScenario(file, options.set, options.allow);
  const { scenario, spec } = compiled;
  const massOf = (name: string): number => spec.bodies.find((body) => body.name === name)?.mass ?? Number.NaN;
  const rows: Row[] = [];
  // rows up to 205 stand in Rec. 10 as well; the others were read in a maker's copy only
  const small = equipment.upTo <= 205;
  const least = (
    part: string,
    rule: string,
    [required, found]: readonly [number, number | undefined],
    [unit, scale]: readonly [string, number],
    source: string,
    confirmed: boolean,
  ): void => {
    const text = (value: number): string => `${short(value / scale, 4)}${unit === '' ? '' : ` ${unit}`}`;
    rows.push({
      part,
      rule,
      required: `at least ${text(required)}`,
      found: found === undefined ? 'not bounded' : text(found),
      met: found === undefined ? null : found >= required * (1 - 1e-9),
      source,
      confirmed,
    });
  };
  for (const name of Object.keys(scenario.anchors)) {
    const [shank, head] = [massOf(`${name} shank`), massOf(`${name} head`)];
    least(`anchor ${name}`, 'mass', [equipment.anchor, shank + head], ['kg', 1], TABLE, small);
    const share = [LEAST_HEAD_SHARE, head / (shank + head)] as const;
    least(
      `anchor ${name}`,
      'share of the head',
      share,
      ['', 1],
      'stockless anchors: 3/5 in the head (PRS naval rules)',
      true,
    );
  }
  for (const [name, { diameter }] of Object.entries(scenario.chains)) {
    const part = `chain ${name}`;
    const required = equipment.diameter[grade];
    if (required !== undefined) {
      const sizes = [required / 1000, diameter] as const;
      least(part, `bar diameter, grade ${grade}`, sizes, ['mm', 1e-3], TABLE, small);
    }
    const listed = (rule: string, value: string, source: string, confirmed: boolean): void => {
      rows.push({ part, rule, required: value, found: 'not compared', met: null, source, confirmed });
    };
    listed('length, both bowers', `${equipment.length} m`, TABLE, small);
    listed('break load', `${short(chainBreakLoad(diameter, grade) / 1000, 4)} kN`, 'UR W18', false);
    listed('proof load', `${short(chainProofLoad(diameter, grade) / 1000, 4)} kN`, 'UR W18', false);
  }
  for (const [name, winch] of Object.entries(scenario.winches)) {
    const chain = scenario.chains[winch.chain ?? ''];
    if (chain === undefined) continue;
    const part = `windlass ${name}`;
    const pull = (torque: number | undefined): number | undefined =>
      torque === undefined ? undefined : torque / leverOf(winch, chain);
    const duty = windlassDutyPull(chain.diameter, grade, depth);
    const breaking = chainBreakLoad(chain.diameter, grade);
    const { brake, brakeWithStopper, overload, speed } = WINDLASS_RULES;
    least(part, 'continuous duty pull', [duty, pull(winch.torque)], ['kN', 1000], 'UR A3', false);
    least(part, 'speed', [speed, winch.speed], ['m/s', 1], 'UR A3', false);
    const held = pull(winch.brake);
    least(part, 'brake, no chain stopper', [brake * breaking, held], ['kN', 1000], 'UR A3, W18', false);
    least(part, 'brake, with chain stopper', [brakeWithStopper * breaking, held], ['kN', 1000], 'UR A3, W18', false);
    rows.push({
      part,
      rule: 'overload pull for 2 min',
      required: `${short((overload * duty) / 1000, 4)} kN`,
      found: 'not compared',
      met: null,
      source: 'UR A3',
      confirmed: false,
    });
  }
  if (options.json) {
    out.json({ equipmentNumber: en, grade, row: [equipment.above, equipment.upTo], approval: false, rows });
    return;
  }
  const lines = rows.map(({ part, rule, required, found, met, source, confirmed }) => [
    part,
    rule,
    required,
    found,
    met === null ? '' : met ? 'met' : 'NOT MET',
    `${source}${confirmed ? '' : ' (unconfirmed)'}`,
  ]);
  for (const line of table(['part', 'rule', 'required', 'found', '', 'source'], lines, [])) out.print(line);
  out.print('A comparison of numbers, no approval by any classification society.');
}
