/** Winches, deckhands and cranes. */
import * as z from 'zod';
import { type BodyPoint, bodyPoint } from './joint.ts';
import { choice, expecting, named, numberBetween, object, quantity, text } from './kit.ts';

export interface LineEnd {
  readonly cable?: string;
  /** name of a spring */
  readonly line?: string;
  readonly chain?: string;
  readonly end: 'from' | 'to';
}

export interface WinchOrders {
  /** [m/s] */
  readonly haul?: number;
  readonly 'pay out'?: number;
  /** [m] */
  readonly length?: number;
  /** [N] */
  readonly tension?: number;
  readonly render?: number;
  readonly hold?: true;
  readonly free?: true;
  readonly stopper?: true;
}

export interface Winch extends LineEnd {
  /** [m] */
  readonly 'on board'?: number;
  readonly drum: {
    readonly radius?: number;
    readonly whelps?: number;
    readonly width: number;
    readonly layers: 'smooth' | 'stacked' | 'grooved';
    readonly inertia: number;
    readonly at?: { readonly body: string; readonly point?: BodyPoint };
  };
  readonly speed: number;
  readonly acceleration: number;
  readonly torque?: number;
  readonly power?: number;
  readonly brake?: number;
  readonly losses: { readonly drag: number; readonly part: number };
  readonly control: { readonly proportional: number; readonly integral: number; readonly derivative: number };
  readonly 'render at': number;
  readonly 'recover at': number;
  readonly rope?: number;
  readonly shortest: number;
  readonly 'slack below': number;
  readonly 'overload above'?: number;
  readonly start: WinchOrders;
}

export interface HandOrders {
  /** [N] */
  readonly pull?: number;
  /** [m/s] */
  readonly haul?: number;
  readonly 'pay out'?: number;
  /** [m] */
  readonly length?: number;
  readonly hold?: true;
  readonly 'let go'?: true;
}

export interface Deckhand extends LineEnd {
  readonly mass: number;
  readonly strength: number;
  readonly grip: number;
  readonly 'running grip': number;
  readonly 'foot friction': number;
  readonly stance: number;
  readonly hip: number;
  readonly hands: number;
  readonly speed: number;
  readonly 'pay out speed': number;
  readonly acceleration: number;
  readonly steadying: number;
  readonly walking: { readonly speed: number; readonly acceleration: number };
  readonly endurance?: number;
  readonly tired: number;
  readonly rope: number;
  readonly shortest: number;
  readonly start: HandOrders;
}

/** A number, or text with a unit that depends on the axis or the channel. */
export type Written = number | string;

export interface CraneAxis {
  readonly joint: string;
  readonly from: Written;
  readonly to: Written;
  readonly rate: Written;
  readonly acceleration: Written;
}

export interface Crane {
  readonly axes: Readonly<Record<string, CraneAxis>>;
  readonly geometry?: {
    readonly 'heel radius': number;
    readonly 'heel height': number;
    readonly 'main boom': number;
    readonly 'outer boom': number;
  };
}

const line = {
  cable: text('the name of a cable').optional().describe('The cable it feeds; this or line.'),
  line: text('the name of a spring').optional().describe('The spring it feeds: a line without mass; this or cable.'),
  end: choice(['from', 'to']).prefault('from').describe('The end of the cable it feeds.'),
};

const yes = (): z.ZodType<true> => z.literal(true, expecting('true'));

export const winchOrder = {
  haul: quantity('speed', 'not-negative').optional().describe('Haul in at this speed [m/s].'),
  'pay out': quantity('speed', 'not-negative').optional().describe('Pay out at this speed [m/s].'),
  length: quantity('length', 'positive').optional().describe('Bring the line out to this length [m].'),
  tension: quantity('force', 'positive').optional().describe('Keep this tension [N].'),
  render: quantity('force', 'positive').optional().describe('Render above and recover below this tension [N].'),
  hold: yes().optional().describe('Stop with the acceleration of the drive, then hold: brake on.'),
  free: yes().optional().describe('Declutched: runs free but for its losses.'),
  stopper: yes()
    .optional()
    .describe(
      'Of a windlass: the bar of the chain stopper is dropped and the gypsy declutched. Chain runs out to the next link that lies flat, every second one, and no further.',
    ),
};

export const handOrder = {
  pull: quantity('force', 'positive').optional().describe('Keep this pull on the line, as far as strength goes [N].'),
  haul: winchOrder.haul,
  'pay out': winchOrder['pay out'],
  length: winchOrder.length,
  hold: yes().optional().describe('Hold the line where it is.'),
  'let go': yes().optional().describe('Let the line go.'),
};

export const winchSchema: z.ZodType<Winch> = object(
  {
    ...line,
    chain: text('the name of a chain')
      .optional()
      .describe(
        'The chain it hauls, as a windlass does: this instead of cable or line. Its `from` is where the chain comes to the gypsy; what is hauled in runs on from there in a straight line.',
      ),
    drum: object(
      {
        radius: quantity('length', 'positive')
          .optional()
          .describe(
            'To the middle of the first layer [m]; 0.25 m if left out, and of a gypsy what its whelps make of the chain.',
          ),
        whelps: numberBetween(4, 12)
          .optional()
          .describe(
            'Of a windlass: whelps of its gypsy, usually five. Chain lies on a polygon of two links a whelp, so that it runs with a ripple (5 % for five) while the gypsy turns evenly; speeds are the mean. This instead of radius.',
          ),
        width: quantity('length', 'not-negative').prefault(0).describe('Between the flanges [m]; 0: one radius.'),
        layers: choice(['smooth', 'stacked', 'grooved'])
          .prefault('smooth')
          .describe(
            'How the radius grows with the rope on a drum that has a width. smooth: with the area that the rope takes; stacked: turn on turn, by a diameter a layer; grooved: each turn between two below, by 0.866 of it. The first turn of a layer climbs evenly.',
          ),
        inertia: quantity('inertia', 'not-negative')
          .prefault('40 kg m^2')
          .describe('Of drum, gear and motor, seen at the drum [kg m^2]; 0: none.'),
        at: object(
          {
            body: text('the name of a body').describe('Body it stands on.'),
            point: bodyPoint().optional().describe('Where, in the body frame [m] or by name; its origin if left out.'),
          },
          'a map with body and point',
        )
          .optional()
          .describe('Where the drum is, when the line runs to it over a sheave at its fed end; there if left out.'),
      },
      'a map with radius, width, inertia and at',
    )
      .prefault({})
      .describe('The drum.'),
    speed: quantity('speed', 'positive').prefault('0.8 m/s').describe('Fastest, in and out [m/s].'),
    acceleration: quantity('acceleration', 'positive').prefault('0.8 m/s^2').describe('Of the line [m/s^2].'),
    torque: quantity('torque', 'positive')
      .optional()
      .describe('Of the motor, at the drum [N m]; no bound if left out.'),
    power: quantity('power', 'positive').optional().describe('Of the motor [W]; no bound if left out.'),
    brake: quantity('torque', 'positive').optional().describe('Of the brake, at the drum [N m]; no bound if left out.'),
    losses: object(
      {
        drag: quantity('force', 'not-negative').prefault(0).describe('At any tension [N].'),
        part: numberBetween(0, 1).prefault(0).describe('As a part of the tension, sheaves counted in.'),
      },
      'a map with drag and part',
    )
      .prefault({})
      .describe('Losses of drum and sheaves against the motion.'),
    control: object(
      {
        proportional: numberBetween(0, Number.POSITIVE_INFINITY).prefault(0).describe('[m/s for a newton].'),
        integral: numberBetween(0, Number.POSITIVE_INFINITY).prefault(0).describe('[m/s^2 for a newton].'),
        derivative: numberBetween(0, Number.POSITIVE_INFINITY).prefault(0).describe('[m for a newton].'),
      },
      'a map with proportional, integral and derivative',
    )
      .prefault({})
      .describe(
        'Gains of tension control. Where all are 0 the drive chooses: on a taut line 1 m/s for an error of a tenth of the set-point, with an integral term that removes a lasting error within a second; on a line that gives more by its sag than by its stretch, the drum pulls with the set-point and its inertia is compensated.',
      ),
    'render at': numberBetween(1, 10).prefault(1.2).describe('Pays out above this part of the set-point.'),
    'recover at': numberBetween(0, 1).prefault(0.8).describe('Hauls in below this part of the set-point.'),
    rope: quantity('length', 'positive')
      .optional()
      .describe('Line that can be paid out at most [m]; of a chain, all of it if left out.'),
    'on board': quantity('length', 'positive')
      .optional()
      .describe(
        'Of a windlass: chain inboard of the gypsy at the start [m], along the line of its first link; 0 if left out. `from` of the chain is then its inboard end.',
      ),
    shortest: quantity('length', 'positive').prefault('1 m').describe('Line that is out at least [m].'),
    'slack below': quantity('force', 'not-negative').prefault(0).describe('Tension that counts as slack [N].'),
    'overload above': quantity('force', 'positive').optional().describe('Tension that counts as overload [N].'),
    start: object(winchOrder, 'a map with one order').prefault({ hold: true }).describe('What it does at the start.'),
  },
  'a map with cable, line or chain, and rope',
);

export const deckhandSchema: z.ZodType<Deckhand> = object(
  {
    ...line,
    mass: quantity('mass', 'positive').prefault('80 kg').describe('Mass [kg].'),
    strength: quantity('force', 'positive').prefault('500 N').describe('Pull when rested [N].'),
    grip: quantity('force', 'positive').prefault('600 N').describe('Pull at which the line begins to run [N].'),
    'running grip': numberBetween(0, 1).prefault(0.7).describe('Part of the grip that is left while it runs.'),
    'foot friction': numberBetween(0, 2).prefault(0.7).describe('Friction of the feet on the deck.'),
    stance: quantity('length', 'positive').prefault('0.55 m').describe('Stance and lean against the pull [m].'),
    hip: quantity('length', 'positive').prefault('1 m').describe('Height of the centre of mass above deck [m].'),
    hands: quantity('length', 'positive').prefault('1 m').describe('Height of the hands above deck [m].'),
    speed: quantity('speed', 'positive').prefault('1 m/s').describe('Fastest hauling, hand over hand [m/s].'),
    'pay out speed': quantity('speed', 'positive').prefault('1.5 m/s').describe('Fastest paying out [m/s].'),
    acceleration: quantity('acceleration', 'positive').prefault('3 m/s^2').describe('Of the line [m/s^2].'),
    steadying: quantity('damping', 'not-negative')
      .prefault(0)
      .describe('How much more than ordered is held while the line runs out, and less while it comes in [N s/m].'),
    walking: object(
      {
        speed: quantity('speed', 'positive').prefault('1.2 m/s').describe('Fastest [m/s].'),
        acceleration: quantity('acceleration', 'positive').prefault('1 m/s^2').describe('Most [m/s^2].'),
      },
      'a map with speed and acceleration',
    )
      .prefault({})
      .describe('On foot, with the line.'),
    endurance: quantity('time', 'positive').optional().describe('Time in which strength fades [s]; never if left out.'),
    tired: numberBetween(0, 1).prefault(0.4).describe('Part of the strength that never fades.'),
    rope: quantity('length', 'positive').describe('Line there is [m].'),
    shortest: quantity('length', 'positive').prefault('1 m').describe('Line between hand and load at least [m].'),
    start: object(handOrder, 'a map with one order').prefault({ hold: true }).describe('What it does at the start.'),
  },
  'a map with cable or line, and rope',
);

export function written(what: string): z.ZodType<Written> {
  return z.union([z.number(), z.string()], expecting(what));
}

const axis = object(
  {
    joint: text('the name of a joint').describe('A joint with a driver: revolute, prismatic or distance.'),
    from: written('an angle or a length').describe('Least value [rad] or [m].'),
    to: written('an angle or a length').describe('Greatest value [rad] or [m].'),
    rate: written('an angular speed or a speed').describe('Fastest [rad/s] or [m/s].'),
    acceleration: written('an angular acceleration or an acceleration').describe('Most [rad/s^2] or [m/s^2].'),
  },
  'a map with joint, from, to, rate and acceleration',
);

export const craneSchema: z.ZodType<Crane> = object(
  {
    axes: named(axis, 'axes').describe(
      'Its axes by name; slew, luff, knuckle and telescope where the tip is to be led.',
    ),
    geometry: object(
      {
        'heel radius': quantity('length').prefault(0).describe('Of the boom heel from the slew axis [m].'),
        'heel height': quantity('length').describe('Of the boom heel above the base [m].'),
        'main boom': quantity('length', 'positive').describe('Heel to knuckle [m].'),
        'outer boom': quantity('length', 'positive').describe('Knuckle to tip, telescope in [m].'),
      },
      'a map with heel height, main boom and outer boom',
    )
      .optional()
      .describe('Of a knuckle-boom crane: lets the director place the tip.'),
  },
  'a map with axes',
);
