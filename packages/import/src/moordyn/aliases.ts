/** Output names of a deck as aliases of channels: FairTen1, L2N5T, Point3FX, Body1PZ. */
import type { Report } from '../report.ts';
import type { Placed } from './cables.ts';
import type { Row } from './deck.ts';
import { heldOn, isPoint } from './build.ts';
import type { LineEnd, MoorDynModel, Rod } from './model.ts';

const AXES: Readonly<Record<string, string>> = { X: 'x', Y: 'y', Z: 'z' };
const TURNS: Readonly<Record<string, string>> = { X: 'roll', Y: 'pitch', Z: 'yaw' };

export function aliasesOf(
  outputs: readonly Row[],
  model: MoorDynModel,
  placed: ReadonlyMap<string, Placed>,
  report: Report,
): Record<string, string> {
  const aliases: Record<string, string> = {};
  for (const { line, cells } of outputs) {
    for (const name of cells) {
      const channel = channelOf(name.toUpperCase().replace(/^"|"$/g, ''), model, placed);
      if (channel === undefined) report.lost(line, `output ${name}`, 'no channel is the same');
      else if ('why' in channel) report.approximated(line, `output ${name}`, `${channel.name}: ${channel.why}`);
      else report.taken(line, `output ${name}`, channel.name);
      if (channel !== undefined) aliases[name.replace(/^"|"$/g, '')] = channel.name;
    }
  }
  return aliases;
}

type Found = { readonly name: string } | { readonly name: string; readonly why: string };

function channelOf(name: string, model: MoorDynModel, placed: ReadonlyMap<string, Placed>): Found | undefined {
  const tension = /^(FAIRTEN|ANCHTEN)(\d+)$/.exec(name);
  if (tension) return endTension(placed.get(tension[2]), tension[1] === 'FAIRTEN');
  const node = /^L(?:INE)?(\d+)N(\d+|A|B)(P[XYZ]|V[XYZ]|T)$/.exec(name);
  if (node) return ofNode(placed.get(node[1]), node[2], node[3]);
  const body = /^BODY(\d+)(P[XYZ]|V[XYZ]|R[XYZ]|A[XYZ])$/.exec(name);
  if (body && model.bodies.has(Number(body[1]))) return ofBody(`body${body[1]}`, body[2]);
  const rod = /^R(?:OD)?(\d+)(?:N(A|0))?(P[XYZ]|V[XYZ])$/.exec(name);
  if (rod) return ofRod(model.rods.get(rod[1]), rod[3]);
  const point = /^P(?:OINT)?(\d+)(P[XYZ]|F[XYZ]|T)$/.exec(name) ?? /^CON(\d+)(P[XYZ]|F[XYZ]|T)$/.exec(name);
  return point ? ofPoint(point[1], point[2], model, placed) : undefined;
}

function endTension(place: Placed | undefined, atB: boolean): Found | undefined {
  if (place === undefined) return undefined;
  const { cable, first, elements, total } = place;
  const end = atB !== place.reversed ? first + elements : first;
  if (end === 0) return { name: `cable.${cable}.start.tension` };
  if (end === total) return { name: `cable.${cable}.end.tension` };
  return {
    name: `cable.${cable}.element-${atB !== place.reversed ? end - 1 : end}.tension`,
    why: 'tension of the element beside the joint, without the half of its weight that MoorDyn counts at the node',
  };
}

function ofNode(place: Placed | undefined, which: string, what: string): Found | undefined {
  if (place === undefined) return undefined;
  const { cable, reversed, first, elements, total } = place;
  const n = which === 'A' ? 0 : which === 'B' ? elements : Number(which);
  if (n > elements) return undefined;
  const k = first + (reversed ? elements - n : n);
  if (what === 'T') {
    if (k === 0) return { name: `cable.${cable}.start.tension` };
    if (k === total) return { name: `cable.${cable}.end.tension` };
    return { name: `cable.${cable}.range-${k}.tension`, why: 'the mean of both sides' };
  }
  return { name: `cable.${cable}.node-${k}.${what[0] === 'P' ? 'position' : 'velocity'}.${AXES[what[1]]}` };
}

function ofBody(body: string, what: string): Found {
  const axis = what[1];
  if (what[0] === 'R') return { name: `${body}.angles.${TURNS[axis]}`, why: 'in rad, not deg' };
  const kind = what[0] === 'P' ? 'position' : what[0] === 'V' ? 'velocity' : 'acceleration';
  return { name: `${body}.${kind}.${AXES[axis]}` };
}

/** End A of a free or pinned rod is the origin of its body. */
function ofRod(rod: Rod | undefined, what: string): Found | undefined {
  if (rod === undefined || isPoint(rod) || heldOn(rod.holder) !== undefined) return undefined;
  return { name: `rod${rod.id}.${what[0] === 'P' ? 'position' : 'velocity'}.${AXES[what[1]]}` };
}

/** A fixed or coupled point with one line: its end. */
function ofPoint(
  id: string,
  what: string,
  model: MoorDynModel,
  placed: ReadonlyMap<string, Placed>,
): Found | undefined {
  const point = model.points.get(id);
  if (point === undefined) return undefined;
  const is = (end: LineEnd): boolean => end.kind === 'point' && end.id === id;
  const lines = model.lines.filter((line) => is(line.a) || is(line.b));
  const body = point.holder.kind === 'free' && (point.mass > 0 || point.volume > 0 || lines.length > 2);
  if (what[0] === 'P' && body) return { name: `point${id}.position.${AXES[what[1]]}` };
  if (lines.length === 0) return undefined;
  const [line] = lines;
  const place = placed.get(line.id);
  if (place === undefined) return undefined;
  const atB = !is(line.a);
  const k = place.first + (atB !== place.reversed ? place.elements : 0);
  if (what[0] === 'P') return { name: `cable.${place.cable}.node-${k}.position.${AXES[what[1]]}` };
  if (lines.length > 1 || (k !== 0 && k !== place.total)) return undefined;
  const end = k === 0 ? 'start' : 'end';
  return what === 'T'
    ? { name: `cable.${place.cable}.${end}.tension` }
    : { name: `cable.${place.cable}.${end}.force.${AXES[what[1]]}` };
}
