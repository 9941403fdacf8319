/** Checks names of variables and measures in a study, and the input of a search. */
import { type Path, suggest } from '@hawser/scenario';
import { namesIn, parseExpression } from './expression.ts';
import type { Findings } from './findings.ts';
import type { Axis, VariableInfo } from './plan.ts';
import { amountText, readAmount } from './quantity.ts';
import type { Study } from './types.ts';

export function checkNames(
  findings: Findings,
  study: Study,
  variables: readonly VariableInfo[],
  axes: readonly Axis[],
): void {
  const left = (section: string): string[] =>
    [...findings.document.dropped]
      .filter((each) => each.startsWith(`${section}.`))
      .map((each) => each.slice(section.length + 1));
  const measures = [...Object.keys(study.measure), ...left('measure')];
  const names = [...variables.map(({ name }) => name), ...left('vary')];
  const measured = (name: string, path: Path): void => {
    if (!measures.includes(name)) findings.bad(path, 'the name of a measure', `"${name}"`, suggest(name, measures));
  };
  const varied = (name: string, path: Path): void => {
    if (!Object.hasOwn(study.vary, name) && !names.includes(name))
      findings.bad(path, 'the name of a variable', `"${name}"`, suggest(name, Object.keys(study.vary)));
  };
  measures.forEach((name, i) => {
    if (Object.hasOwn(study.vary, name))
      findings.issues.add('duplicate', findings.document.placeOfKey(['measure', name]), ['measure', name], {
        expected: 'names that differ from those of variables',
        found: `"${name}" in both`,
      });
    const text = study.measure[name]?.expression;
    if (text === undefined) return;
    const path: Path = ['measure', name, 'expression'];
    const parsed = parseExpression(text);
    if (!parsed.ok) {
      findings.bad(path, parsed.expected, `${parsed.found} at character ${parsed.at + 1}`);
      return;
    }
    const known = [...names, ...measures.slice(0, i), ...left('measure')];
    for (const each of namesIn(parsed.expression)) {
      if (known.includes(each.name)) continue;
      findings.bad(path, 'a variable, or a measure above this one', `"${each.name}"`, suggest(each.name, known));
    }
  });
  study.criteria.forEach(({ measure }, i) => {
    if (measure !== undefined) measured(measure, ['criteria', i, 'measure']);
  });
  if (study.stop && study.stop.of !== 'go') measured(study.stop.of, ['stop', 'of']);
  if (study.keep.by !== undefined) measured(study.keep.by, ['keep', 'by']);
  if (study.keep.runs === 'worst' && study.keep.by === undefined)
    findings.bad(['keep'], 'by: MEASURE with runs: worst', 'none');
  study.report.extremes.forEach(({ measure, fit }, i) => {
    measured(measure, ['report', 'extremes', i, 'measure']);
    if (fit === 'peaks' && study.measure[measure] && study.measure[measure].peaks === undefined)
      findings.bad(['report', 'extremes', i, 'measure'], 'a measure with peaks for fit: peaks', `"${measure}"`);
  });
  if (study['lost runs'] === 'end') {
    const whole =
      study.stop && study.stop.of !== 'go'
        ? 'stop of a measure'
        : study.report.extremes.length > 0
          ? 'extremes'
          : undefined;
    if (whole !== undefined) findings.bad(['lost runs'], `continue: ${whole} wants whole runs`, 'end');
  }
  const { map } = study.report;
  if (map)
    for (const key of ['x', 'y', 'panels'] as const)
      if (map[key] !== undefined) varied(map[key], ['report', 'map', key]);
  checkSearch(findings, study, variables, axes, varied);
}

function checkSearch(
  findings: Findings,
  study: Study,
  variables: readonly VariableInfo[],
  axes: readonly Axis[],
  varied: (name: string, path: Path) => void,
): void {
  const repeats = variables.some(({ kind }) => kind === 'seeds');
  if (study.stop && !repeats) findings.bad(['stop'], 'a variable with seeds to repeat', 'none');
  if (study.stop && study.find)
    findings.bad(['stop'], 'find or stop', 'both', 'find stops repeating by itself as soon as its share is settled');
  if (study.stop) {
    const width = readAmount(study.stop.width);
    if (width === undefined || !(width.number > 0))
      findings.bad(['stop', 'width'], 'a width above 0', `"${study.stop.width}"`);
  }
  if (study.find === undefined) return;
  varied(study.find.along, ['find', 'along']);
  const along = variables.find(({ name }) => name === study.find?.along);
  if (along === undefined) return;
  if (along.kind !== 'range' || study.paired.flat().includes(along.name))
    findings.bad(['find', 'along'], 'a variable with a range of its own', `"${along.name}"`);
  const within = findings.amount(study.find.within, ['find', 'within'], along.unit);
  if (within !== undefined && !(within.number > 0))
    findings.bad(['find', 'within'], 'a distance above 0', `"${study.find.within}"`);
  const ends = axes.find(({ names }) => names.includes(along.name));
  const span = ends === undefined ? 0 : (ends.at(ends.count - 1)[0].number ?? 0) - (ends.at(0)[0].number ?? 0);
  if (within !== undefined && span > 0 && within.number >= span)
    findings.bad(
      ['find', 'within'],
      `a distance below the range of ${along.name}, ${amountText(span, along.unit)}`,
      `"${study.find.within}"`,
    );
}
