/** `hawser new NAME`: a project to start from: a scenario, a program that drives it, a page with the next steps. */
import fs from 'node:fs';
import path from 'node:path';
import { inputError } from '../exit.ts';
import type { Output } from '../output.ts';
import { VERSION } from '../version.ts';

const SCENARIO = `# hawser run scenario.yaml     the results go to runs/
# hawser studio scenario.yaml  the same with pictures while it runs
hawser: 1
title: A bar knocks a crate
materials:
  wood: { youngs: 50 MPa, density: 400 kg/m^3, restitution: 0.2, friction: 0.4 }
bodies:
  floor: { fixed: true, shapes: [{ half-space: true }] }
  bar:
    density: 2700 kg/m^3
    position: [0, 0, 2.2 m]
    rotation: { axis: [0, 1, 0], angle: 60 deg }
    shapes: [{ box: [8 cm, 8 cm, 2 m], at: [0, 0, -1 m] }]
  crate:
    material: wood
    position: [0.4 m, 0, 0.25 m]
    shapes: [{ box: [0.5 m, 0.5 m, 0.5 m] }]
joints:
  pin: { type: revolute, between: [world, bar], at: [0, 0, 2.2 m], axis: [0, 1, 0] }
contacts:
  pairs: [{ between: [crate, floor], friction coefficient: 0.3 }]
run: { duration: 3 s }
`;

const PROGRAM = `// node drive.mjs: the scenario step by step, under a program's hand
${'import'} { formatIssue, open } from 'hawser';

const opened = open('scenario.yaml');
if (!opened.ok) {
  for (const issue of opened.issues) console.error(formatIssue(issue));
  process.exit(1);
}
const { sim } = opened;
while (sim.time < sim.duration) {
  const result = sim.step(0.5);
  if (!result.ok) throw new Error(result.message);
  console.log(\`t = \${sim.time.toFixed(1)} s  crate at x = \${sim.read('crate.position.x').toFixed(3)} m\`);
}
`;

const readme = (name: string): string => `# ${name}

\`\`\`sh
npm install
npx hawser check scenario.yaml     # everything that is wrong with it
npx hawser run scenario.yaml       # report, series, animation in runs/
npx hawser studio scenario.yaml    # editor, live run and results in the browser
node drive.mjs                     # the same model under a program's hand
\`\`\`

\`npx hawser schema > hawser.schema.json\` gives completion in editors that know JSON Schema.
`;

export function newProject(out: Output, name: string, options: { readonly json?: boolean }): void {
  const base = path.basename(path.resolve(name));
  if (!/^[a-z0-9][a-z0-9._-]*$/i.test(base)) {
    throw inputError(`expected a name of letters, digits, dots and dashes, found "${base}"`);
  }
  if (fs.existsSync(name) && (!fs.statSync(name).isDirectory() || fs.readdirSync(name).length > 0)) {
    throw inputError(`${name}: expected a folder that is new or empty, found something in it; choose another name`);
  }
  const project = {
    name: base.toLowerCase(),
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: { start: 'hawser run scenario.yaml', drive: 'node drive.mjs' },
    dependencies: { hawser: `^${VERSION}` },
  };
  const files: Readonly<Record<string, string>> = {
    'scenario.yaml': SCENARIO,
    'drive.mjs': PROGRAM,
    'package.json': `${JSON.stringify(project, null, 2)}\n`,
    'README.md': readme(base),
    '.gitignore': 'node_modules/\nruns/\n',
  };
  fs.mkdirSync(name, { recursive: true });
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(name, file), text);
  if (options.json) out.json({ folder: name, files: Object.keys(files) });
  else {
    for (const file of Object.keys(files)) out.print(path.join(name, file));
    out.tell(`next: cd ${name} && npx hawser run scenario.yaml`);
  }
}
