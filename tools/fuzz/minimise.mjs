/** Makes an input that fails small: parts are taken out as long as it fails in the same way. */
import { parse, stringify } from 'yaml';
import { makeTarget } from './targets.mjs';

/** Tries; each costs a run of the target. */
const MOST_TRIES = 600;

export async function minimise({ target: name, input, error }) {
  const target = await makeTarget(name);
  const kind = kindOf(error);
  let tries = 0;
  const fails = async (candidate) => {
    if (++tries > MOST_TRIES) return false;
    try {
      await target.run(candidate);
      return false;
    } catch (found) {
      return kindOf(found instanceof Error ? (found.stack ?? found.message) : String(found)) === kind;
    }
  };
  if (!(await fails(input))) return input; // it hung on what came before it
  if (target.kind === 'yaml') return smallYaml(input, fails);
  return input.bytes === undefined ? input : smallBytes(input, fails);
}

/** Two failures are of one kind when they are thrown at one place. */
function kindOf(error) {
  const lines = error.split('\n');
  return `${lines[0].replace(/[\d.]+/g, '#').slice(0, 60)} ${lines.find((line) => /^\s+at /.test(line))?.trim() ?? ''}`;
}

async function smallYaml(input, fails) {
  let value;
  try {
    value = parse(input.text);
  } catch {
    return smallLines(input, fails);
  }
  let best = { ...input, text: stringify(value) };
  if (!(await fails(best))) return smallLines(input, fails);
  for (let smaller = true; smaller; ) {
    smaller = false;
    for (const path of paths(value)) {
      const copy = structuredClone(value);
      let holder = copy;
      for (const step of path.slice(0, -1)) holder = holder?.[step];
      if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, path.at(-1))) continue;
      if (Array.isArray(holder)) holder.splice(Number(path.at(-1)), 1);
      else delete holder[path.at(-1)];
      const candidate = { ...input, text: stringify(copy) };
      if (!(await fails(candidate))) continue;
      value = copy;
      best = candidate;
      smaller = true;
      break;
    }
  }
  return best;
}

/** The largest parts first. */
function paths(value, at = []) {
  if (typeof value !== 'object' || value === null) return [];
  const here = Object.keys(value).map((key) => [...at, key]);
  return [...here, ...here.flatMap((path) => paths(value[path.at(-1)], path))];
}

async function smallLines(input, fails) {
  let lines = input.text.split('\n');
  for (let size = Math.ceil(lines.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < lines.length; ) {
      const less = [...lines.slice(0, at), ...lines.slice(at + size)];
      if (await fails({ ...input, text: less.join('\n') })) lines = less;
      else at += size;
    }
  }
  return { ...input, text: lines.join('\n') };
}

async function smallBytes(input, fails) {
  let bytes = Buffer.from(input.bytes);
  for (let size = Math.ceil(bytes.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < bytes.length; ) {
      const less = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + size)]);
      if (await fails({ ...input, bytes: less })) bytes = less;
      else at += size;
    }
  }
  return { ...input, bytes };
}
