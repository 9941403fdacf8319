#!/usr/bin/env node
/**
 * The rooms of the engine as a picture, from layers.json: docs/images/rooms.svg.
 * Usage: node tools/draw-rooms.mjs [--check]
 *
 * A room stands one row above the highest room it may import. Lines are drawn only where no longer way says the same: a line from
 * stage to contacts, but none from stage to trial, since contacts may import trial.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const TARGET = path.join(root, 'docs/images/rooms.svg');
const ENGINE = 'packages/engine/src/';
const WIDTH = 176;
const HEIGHT = 58;
const GAP = 22;
const RISE = 44;

/** Rooms with what they may import, by name. */
export function roomsOf(layers) {
  const rooms = new Map();
  for (const [room, { imports }] of Object.entries(layers.rooms)) {
    if (room.startsWith(ENGINE)) rooms.set(path.basename(room), new Set(imports));
  }
  return rooms;
}

/** Row of each room, from 0 at the bottom. */
export function rowsOf(rooms) {
  const rows = new Map();
  const rowOf = (room) => {
    if (!rows.has(room)) rows.set(room, 1 + Math.max(-1, ...[...(rooms.get(room) ?? [])].map(rowOf)));
    return rows.get(room);
  };
  for (const room of rooms.keys()) rowOf(room);
  return rows;
}

/** Imports that do not follow from others. */
export function essential(rooms) {
  const reaches = (from, to, without) =>
    [...rooms.get(from)].some((next) => next !== without && (next === to || reaches(next, to)));
  const lines = [];
  for (const [room, imports] of rooms) {
    for (const other of imports) if (!reaches(room, other, other)) lines.push([room, other]);
  }
  return lines;
}

/** First sentence of a room's README. */
function questionOf(room) {
  const text = fs.readFileSync(path.join(root, ENGINE, room, 'README.md'), 'utf8');
  const [title, ...rest] = text.split('\n').filter((line) => line.trim() !== '');
  const own = /^# .*?: (.*)$/.exec(title)?.[1];
  return own ?? /^.*?[?.](?=\s|$)/.exec(rest.join(' '))?.[0] ?? rest[0];
}

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** A question in lines of at most so many letters. */
function wrapped(text, letters) {
  const lines = [''];
  for (const word of text.replace(/[*`]/g, '').split(' ')) {
    const last = lines.length - 1;
    if (`${lines[last]} ${word}`.length > letters && lines[last] !== '') lines.push(word);
    else lines[last] = `${lines[last]} ${word}`.trim();
  }
  return lines.slice(0, 3);
}

export function drawRooms(layers, question = questionOf) {
  const rooms = roomsOf(layers);
  const rows = rowsOf(rooms);
  const byRow = [];
  for (const [room, row] of rows) {
    byRow[row] ??= [];
    byRow[row].push(room);
  }
  const widest = Math.max(...byRow.map((row) => row.length));
  const width = widest * (WIDTH + GAP) + GAP;
  const height = byRow.length * (HEIGHT + RISE) - RISE + 2 * GAP;
  const lines = essential(rooms);
  const place = new Map();
  byRow.forEach((list, row) => {
    // rooms stand near those they import
    const wish = (room) => {
      const below = lines.filter(([from]) => from === room).map(([, to]) => place.get(to).x);
      return below.length === 0 ? width / 2 : below.reduce((sum, x) => sum + x, 0) / below.length;
    };
    const sorted = row === 0 ? list : [...list].sort((a, b) => wish(a) - wish(b));
    const left = (width - sorted.length * (WIDTH + GAP) + GAP) / 2;
    sorted.forEach((room, i) => {
      place.set(room, {
        x: left + i * (WIDTH + GAP) + WIDTH / 2,
        y: height - GAP - HEIGHT - row * (HEIGHT + RISE),
      });
    });
  });
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">`,
    '<title>Rooms of the engine: each may import those it stands on</title>',
    '<style>rect{fill:#fff;stroke:#345}path{fill:none;stroke:#789}text{fill:#123;text-anchor:middle}@media(prefers-color-scheme:dark){rect{fill:#1b2430;stroke:#9ab}path{stroke:#678}text{fill:#dde6f0}}</style>',
  ];
  for (const [from, to] of lines) {
    const a = place.get(from);
    const b = place.get(to);
    const y = a.y + HEIGHT;
    out.push(`<path d="M${a.x} ${y}C${a.x} ${y + RISE} ${b.x} ${b.y - RISE} ${b.x} ${b.y}"/>`);
  }
  for (const [room, { x, y }] of place) {
    out.push(`<rect x="${x - WIDTH / 2}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="6"/>`);
    out.push(`<text x="${x}" y="${y + 16}" font-size="13" font-weight="600">${room}</text>`);
    wrapped(question(room), 31).forEach((line, i) => {
      out.push(`<text x="${x}" y="${y + 29 + 11 * i}" font-size="9.5">${escaped(line)}</text>`);
    });
  }
  return `${out.join('\n')}\n</svg>\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const layers = JSON.parse(fs.readFileSync(path.join(root, 'layers.json'), 'utf8'));
  const picture = drawRooms(layers);
  if (process.argv.includes('--check')) {
    if (fs.existsSync(TARGET) && fs.readFileSync(TARGET, 'utf8') === picture) console.log('rooms.svg is up to date');
    else {
      console.error('docs/images/rooms.svg is not what layers.json says; run node tools/draw-rooms.mjs');
      process.exitCode = 1;
    }
  } else fs.writeFileSync(TARGET, picture);
}
