/** Text data of OrcaFlex: what is read of it, checked by what the models made of it do. */
import { importModel, open, type Sim } from 'hawser';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

type Made = {
  files: Readonly<Record<string, string>>;
  scenario: Record<string, Record<string, Record<string, unknown>>>;
};

function made(text: string): Made & { notes: readonly { line: number; key: string; verdict: string; text: string }[] } {
  const result = importModel('model.yml', { files: { 'model.yml': text } });
  if (!result.ok) throw new Error(result.issues[0].message);
  return {
    files: result.files,
    notes: result.notes,
    scenario: parse(result.files['scenario.yaml']) as Made['scenario'],
  };
}

function opened({ files }: Made): Sim {
  const result = open(files['scenario.yaml'], { files });
  if (!result.ok) throw new Error(result.issues[0].message);
  return result.sim;
}

const HEAD = `%YAML 1.1
# Type: Model
# Program: OrcaFlex 11.4a
---
General:
  UnitsSystem: SI
  ImplicitConstantTimeStep: 0.1
  StageDuration: [8, 40]
`;

const STILL = `Environment:
  WaterSurfaceZ: 0
  Density: 1.0
  SeabedType: Flat
  WaterDepth: 50
  SeabedNormalStiffness: 80
  Sourness: 3
`;

const CHAIN = `LineTypes:
  - Name: Chain 60 (studless)
    Category: General
    OD: 0.1
    ID: 0
    MassPerUnitLength: 0.07
    EA: 400e3
    EI: [0, 0]
    GJ: 0
    Cd: [1.5, ~, 0.2]
    Ca: [1, ~, 0.1]
    CompressionIsLimited: Yes
    SeabedLateralFrictionCoefficient: 0.6
`;

describe('OrcaFlex text data', () => {
  test('units, a hanging line, and every key told of with its line', () => {
    const model = made(`${HEAD}${STILL}${CHAIN}Lines:
  - Name: Fall
    Connection, ConnectionX, ConnectionY, ConnectionZ, ConnectionAzimuth, ConnectionDeclination, ConnectionGamma, ConnectionReleaseStage:
      - [Fixed, 0, 0, 0, 0, 180, 0, ~]
      - [Free, 0, 0, -30, 0, 180, 0, ~]
    LineType, Length, TargetSegmentLength:
      - [Chain 60 (studless), 30, 3]
`);
    const sim = opened(model);
    // weight in water: 70 kg/m less 0.25 pi 0.1^2 of 1000 kg/m^3
    const weight = 30 * 9.80665 * (70 - 0.0025 * Math.PI * 1000);
    const held = sim.read('cable.Fall.start.tension');
    expect((held as number) / weight).toBeCloseTo(1, 3);
    expect(model.notes.find(({ key }) => key === 'Environment.Sourness')).toMatchObject({ verdict: 'lost', line: 15 });
    expect(model.notes.every(({ line }) => line > 0)).toBe(true);
    const keys = new Set(model.notes.map(({ key }) => key.replace(/^.*\./, '')));
    for (const key of ['UnitsSystem', 'OD', 'Cd', 'ImplicitConstantTimeStep', 'WaterDepth'])
      expect(keys).toContain(key);
  });

  test('RAOs told by leads, from a trough, by height, in radians, bow up: the vessel rides long waves as the surface does', () => {
    // surge, heave and pitch that follow the slope of a long wave, in conventions none of which is hawser's
    const rows = [12, 20, 40].map((T) => {
      const k = (2 * Math.PI) ** 2 / (T * T * 9.80665);
      // lag behind the crest: heave 0, pitch (bow down) -90, surge 90 deg; here as leads before the trough, bow up, by height
      return `                - [${T}, 0.5, 90, 0, 0, 0.5, 180, 0, 0, ${k / 2}, 90, 0, 0]`;
    });
    const columns = ['Surge', 'Sway', 'Heave', 'Roll', 'Pitch', 'Yaw']
      .map((m) => `RAO${m}Amp, RAO${m}Phase`)
      .join(', ');
    const model = made(`${HEAD}${STILL}  WaveTrains:
    - Name: swell
      WaveType: Airy
      WaveDirection: 0
      WaveHeight: 2
      WavePeriod: 20
      WaveOrigin: [0, 0]
      WaveTimeOrigin: 0
VesselTypes:
  - Name: Barge type
    RAOResponseUnits: radians
    RAOWaveUnit: double amplitude
    WavesReferredToBy: period (s)
    RAOPhaseConvention: leads
    RAOPhaseUnitsConvention: degrees
    RAOPhaseRelativeToConvention: trough
    SurgePositive: forward
    SwayPositive: port
    HeavePositive: up
    RollPositiveStarboard: down
    PitchPositiveBow: up
    YawPositiveBow: port
    Symmetry: xz plane
    Draughts:
      - Name: D1
        DisplacementRAOs:
          RAOOrigin: [0, 0, 0]
          PhaseOrigin: [~, ~, ~]
          RAOs:
            - RAODirection: 0
              RAOPeriodOrFrequency, ${columns}:
${rows.join('\n')}
Vessels:
  - Name: Barge
    VesselType: Barge type
    Draught: D1
    InitialPosition: [0, 0, 0]
    Orientation: [0, 0, 0]
    PrimaryMotion: None
    SuperimposedMotion: RAOs + harmonics
`);
    const sim = opened(model);
    // OrcaFlex's time 0, a crest at the origin, is the end of the build-up: 8 s here; then a quarter of a period later
    for (const [t, height] of [
      [28, 1],
      [33, 0],
      [38, -1],
    ] as const) {
      sim.stepTo(t);
      const position = sim.readVector('Barge.position');
      expect(position[2]).toBeCloseTo(height, 2);
      // deep below, water at a crest moves ahead: a vessel is carried by it, behind the crest by a quarter
      if (height === 0) expect(position[0]).toBeCloseTo(1, 2);
    }
  });

  test('a spar floats at its draught, a hinge holds a boom, a tether holds a weight, a released line falls', () => {
    const model = made(`${HEAD}${STILL}${CHAIN}6DBuoys:
  - Name: Spar
    BuoyType: Spar buoy
    Connection: Free
    InitialPosition: [0, 0, -3.8]
    InitialAttitude: [0, 0, 0]
    Mass: 12.566370614
    MomentsOfInertia: [100, 100, 8]
    CentreOfMass: [0, 0, 1]
    StackBaseCentre: [0, 0, 0]
    CylinderOuterDiameter, CylinderInnerDiameter, CylinderLength:
      - [2, 0, 8]
  - Name: Boom
    BuoyType: Lumped buoy
    Connection: Heel
    InitialPosition: [3, 0, 0]
    InitialAttitude: [0, 0, 0]
    Mass: 2
    MomentsOfInertia: [0.1, 2, 2]
    CentreOfMass: [0, 0, 0]
    Volume: 0
  - Name: Weight
    BuoyType: Lumped buoy
    Connection: Free
    InitialPosition: [20, 0, 6]
    InitialAttitude: [0, 0, 0]
    Mass: 1
    MomentsOfInertia: [1, 1, 1]
    CentreOfMass: [0, 0, 0]
    Volume: 0
Constraints:
  - Name: Heel
    ConstraintType: Calculated DOFs
    Connection: Fixed
    InitialPosition: [10, 0, 15]
    InitialAttitude: [0, 0, 0]
    DOFFree: [No, No, No, No, Yes, No]
Links:
  - Name: Pendant
    LinkType: Tether
    Connection, ConnectionX, ConnectionY, ConnectionZ:
      - [Fixed, 20, 0, 10]
      - [Weight, 0, 0, 0]
    UnstretchedLength: 4
    Stiffness: 1000
Lines:
  - Name: Painter
    Connection, ConnectionX, ConnectionY, ConnectionZ, ConnectionAzimuth, ConnectionDeclination, ConnectionGamma, ConnectionReleaseStage:
      - [Fixed, 40, 0, 5, 0, 180, 0, 1]
      - [Fixed, 60, 0, 5, 0, 180, 0, ~]
    LineType, Length, TargetSegmentLength:
      - [Chain 60 (studless), 22, 2]
`);
    const sim = opened(model);
    expect(model.scenario.joints['Heel of Boom']).toMatchObject({ type: 'revolute', between: ['world', 'Boom'] });
    expect(model.scenario.events).toEqual([{ at: '8 s', detach: { cable: 'Painter', end: 'from' } }]);
    sim.stepTo(0.5);
    // draught of the spar: m / (rho pi r^2) = 4 m
    expect(sim.readVector('Spar.position')[2]).toBeCloseTo(-4, 2);
    // the tether stretches by m g / (EA / l0): 9.8 kN of 250 kN/m
    expect(sim.readVector('Weight.position')[2]).toBeCloseTo(6 - 9806.65 / 250e3, 3);
    // the boom hangs from its hinge, 3 m below it
    const boom = sim.readVector('Boom.position');
    expect(Math.hypot(boom[0] - 10, boom[2] - 15)).toBeCloseTo(3, 6);
  });

  test('clumps cut a line in two; a shape stands where its end or corner is put; a binary file gets advice', () => {
    const model = made(`${HEAD}${STILL}${CHAIN}ClumpTypes:
  - Name: Sinker
    Mass: 3
    Volume: 0.4
    Height: 0.7
Shapes:
  - Name: Pile
    ShapeType: Elastic solid
    Shape: Cylinder
    Connection: Fixed
    Origin: [5, 0, 2]
    Azimuth: 0
    Declination: 90
    Length: 6
    OuterDiameter: 1
    InnerDiameter: 0
  - Name: Quay
    ShapeType: Elastic solid
    Shape: Block
    Connection: Fixed
    Origin: [100, 0, 0]
    Size: [2, 4, 6]
Lines:
  - Name: Catenary
    Connection, ConnectionX, ConnectionY, ConnectionZ, ConnectionAzimuth, ConnectionDeclination, ConnectionGamma, ConnectionReleaseStage:
      - [Fixed, 0, 0, 0, 0, 90, 0, ~]
      - [Anchored, 60, 0, 10, 0, 90, 0, ~]
    LineType, Length, TargetSegmentLength:
      - [Chain 60 (studless), 80, 4]
    AttachmentType, Attachmentx, Attachmenty, Attachmentz, AttachmentzRelativeTo:
      - [Sinker, 0, 0, 30, End A]
`);
    expect(Object.keys(model.scenario.cables)).toEqual(['Catenary part 1', 'Catenary part 2']);
    expect(model.scenario.cables['Catenary part 1']).toMatchObject({ length: '30 m', elements: 8 });
    expect(model.scenario.cables['Catenary part 2'].to).toMatchObject({ point: ['60 m', 0, '-40 m'] });
    const [pile, quay] = model.scenario.bodies.ground.shapes as { at: unknown[] }[];
    expect(pile.at).toEqual(['8 m', 0, '2 m']);
    expect(quay.at).toEqual(['101 m', '2 m', '3 m']);
    const sim = opened(model);
    const [, , z] = sim.readVector('Sinker on Catenary.position');
    expect(z).toBeLessThan(-20);
    const binary = importModel('model.dat', { files: { 'model.dat': new Uint8Array([1, 0, 2, 0]) } });
    expect(binary.ok ? '' : binary.issues[0].message).toMatch(/save the model as text/);
  });

  test('a fault has file, line and what was expected', () => {
    const text = `${HEAD}${STILL}${CHAIN.replace('EA: 400e3', 'EA: Table1')}`;
    const result = importModel('model.yml', { files: { 'model.yml': text } });
    expect(result.ok ? '' : result.issues[0].message).toBe(
      'model.yml:22: expected LineTypes[Chain 60 (studless)].EA: a stiffness (tables are not read), found Table1',
    );
    const torn = importModel('model.yml', { files: { 'model.yml': `${HEAD}Environment: [1, 2\nLines: {` } });
    expect(torn.ok ? '' : torn.issues[0].message).toMatch(
      /^model\.yml:\d+: expected OrcaFlex text data \(YAML\), found /,
    );
  });
});
