/** Links of a chain: proportions by kind, mass, appearance and contact shape. */
import type { Chain, LinkKind, LinkType } from '../../schema/chain.ts';
import type { Hydro } from '../../schema/hydro.ts';
import type { Vec3 } from '../../schema/kit.ts';
import type { Shape } from '../../schema/shape.ts';

/** [kg/m^3] */
const STEEL = 7850;
const { PI } = Math;

/** In diameters of the bar; mass as a density [kg/m^3] over d^2, of steel. */
interface Proportions {
  readonly pitch: number;
  readonly length: number;
  readonly width: number;
  readonly mass?: number;
  /** drag coefficients over d: across, along */
  readonly drag: readonly [number, number];
}

/**
 * Makers' common links: 6 d long with a clear length of 4 d, 3.6 d wide with a stud and 3.35 d without; 0.0219 d^2 kg/m (d in
 * mm) with a stud, 0.020 without. Drag over d as mooring codes give it.
 */
const KINDS: Readonly<Record<LinkType, Proportions>> = {
  'stud-link': { pitch: 4, length: 6, width: 3.6, mass: 21_900, drag: [2.6, 1.4] },
  studless: { pitch: 4, length: 6, width: 3.35, mass: 20_000, drag: [2.4, 1.15] },
  ring: { pitch: 4, length: 6, width: 6, drag: [2.4, 1.15] },
  rod: { pitch: 10, length: 10, width: 1, drag: [1, 0] },
};

/**
 * Other links, in bar diameters d of the common link: bar, outside length and width. Enlarged and end links as makers list them by ISO
 * 1704; Kenter links, swivels and shackles have usual proportions, taken from no standard or maker's list. Their mass is that of the drawn
 * bar; a swivel, two bows on a pin, has twice the mass of its bows.
 */
const OTHERS: Readonly<
  Record<Exclude<LinkKind, 'common' | 'enlarged'>, { bar: number; length: number; width: number; heavier: number }>
> = {
  end: { bar: 1.2, length: 6.75, width: 4, heavier: 1 },
  kenter: { bar: 1, length: 6, width: 4.2, heavier: 1.5 },
  swivel: { bar: 1.2, length: 9.7, width: 4.7, heavier: 1.4 },
  'joining-shackle': { bar: 1.3, length: 7.1, width: 4, heavier: 1 },
  'anchor-shackle': { bar: 1.4, length: 8.7, width: 5.2, heavier: 1 },
};

/** Pieces of each bend and of the bar: enough to look round, and few where meshes have to touch. */
const DRAWN = { bends: 7, 'bar sides': 14 } as const;
const TOUCHING = { bends: 6, 'bar sides': 8 } as const;

/** Diameter of a stud in bar diameters. */
const STUD = 0.6;

export interface Link {
  readonly kind: LinkKind;
  /** [m] of its bar, from joint to joint, outside */
  readonly bar: number;
  readonly pitch: number;
  readonly length: number;
  readonly width: number;
  /** [kg] */
  readonly mass: number;
  readonly shapes: readonly Shape[];
  /** as a Morison member, for chains in water */
  readonly hydro: Hydro;
}

/** All links from the start of the chain to its end. density: of its material, where it has one [kg/m^3] */
export function linksOf(chain: Chain, density: number = STEEL): Link[] {
  const made = new Map<LinkKind, Link>();
  const parts = chain['make-up'] ?? [{ link: 'common' as const, count: chain.links ?? 0 }];
  return parts.flatMap(({ link: kind, count }) => {
    const link = made.get(kind) ?? linkOf(chain, kind, density);
    made.set(kind, link);
    return Array<Link>(count).fill(link);
  });
}

function linkOf(chain: Chain, kind: LinkKind, density: number): Link {
  if (kind === 'common') return commonLink(chain, density);
  if (kind === 'enlarged') {
    const { mass, pitch, ...rest } = chain;
    const larger = 1.1;
    return {
      ...commonLink(
        {
          ...rest,
          diameter: larger * chain.diameter,
          ...(pitch !== undefined && { pitch: larger * pitch }),
          ...(mass !== undefined && { mass: larger * larger * mass }),
        },
        density,
      ),
      kind,
    };
  }
  const { bar, length, width, heavier } = OTHERS[kind];
  const d = chain.diameter;
  const [b, l, w] = [bar * d, length * d, width * d];
  const pitch = l - 2 * b;
  const mass = 0.25 * PI * b * b * middleLine('studless', b, l, w) * density * heavier;
  const plain: Chain = { ...chain, type: 'studless', diameter: b };
  return {
    kind,
    bar: b,
    pitch,
    length: l,
    width: w,
    mass,
    shapes: shapesOf(plain, b, l, w),
    hydro: hydroOf(plain, KINDS.studless, mass / density, pitch),
  };
}

function commonLink(chain: Chain, density: number): Link {
  const kind = KINDS[chain.type];
  const d = chain.diameter;
  const pitch = chain.pitch ?? kind.pitch * d;
  const length = pitch + (kind.length - kind.pitch) * d;
  const width = chain.type === 'ring' ? length : kind.width * d;
  const volume = 0.25 * PI * d * d * middleLine(chain.type, d, length, width);
  // a longer pitch lengthens the two straights of a maker's link
  const stretch = kind.mass === undefined ? 0 : 0.5 * PI * d * d * (pitch - kind.pitch * d);
  const own =
    kind.mass === undefined
      ? volume * density
      : (kind.mass * kind.pitch * d * d * d * density) / STEEL + stretch * density;
  const mass = chain.mass === undefined ? own : chain.mass * pitch;
  return {
    kind: 'common',
    bar: d,
    pitch,
    length,
    width,
    mass,
    shapes: shapesOf(chain, d, length, width),
    hydro: hydroOf(chain, kind, mass / density, pitch),
  };
}

/** [m] of the bar, from end to end or once around */
function middleLine(type: LinkType, d: number, length: number, width: number): number {
  return type === 'rod' ? length : PI * (width - d) + 2 * (length - width);
}

function shapesOf(chain: Chain, d: number, length: number, width: number): Shape[] {
  const plain = { scale: 1, opacity: 1, ...(chain.colour !== undefined && { colour: chain.colour }) };
  const touches = chain.joints === 'contact' ? 'links' : chain.touches;
  if (chain.type === 'rod') {
    return [
      { ...plain, name: 'rod', cylinder: { radius: d / 2, length }, density: STEEL, collide: touches !== 'nothing' },
    ];
  }
  const studded = chain.type === 'stud-link' && { stud: STUD * d };
  const link = { bar: d, length, width, ...(touches === 'links' ? TOUCHING : DRAWN), ...studded };
  const shapes: Shape[] = [{ ...plain, name: 'link', solid: { link }, density: STEEL, collide: touches === 'links' }];
  if (chain.type === 'stud-link') {
    const across: Vec3 = [0, 1, 0];
    const stud = { radius: 0.5 * STUD * d, length: width - 2 * d };
    shapes.push({
      ...plain,
      name: 'stud',
      cylinder: stud,
      rotation: { axis: across, angle: PI / 2 },
      density: STEEL,
      collide: false,
    });
  }
  if (touches === 'boxes') {
    shapes.push({ ...plain, name: 'box', box: [width, d, length], density: 0, collide: true, opacity: 0 });
  }
  return shapes;
}

/** A tube of the link's volume; its coefficients, given over d, over its own diameter and (along) its surface. */
function hydroOf(chain: Chain, kind: Proportions, volume: number, pitch: number): Hydro {
  const diameter = Math.sqrt((4 * volume) / (PI * pitch));
  const [normal, tangential] = chain.drag === undefined ? kind.drag : [chain.drag.normal, chain.drag.tangential];
  const over = chain.diameter / diameter;
  return {
    hull: 'none',
    drag: { normal: 0, tangential: 0 },
    slamming: false,
    members: [
      {
        from: [0, 0, -pitch / 2],
        to: [0, 0, pitch / 2],
        diameter,
        drag: { normal: normal * over, tangential: (tangential * over) / PI },
        'added mass': 1,
        buoyant: true,
        segments: 1,
      },
    ],
    windage: [],
  };
}
