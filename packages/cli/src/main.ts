/** The `hawser` program: names of its commands, and its end. Each command is loaded on use. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { writeDetails } from './crash.ts';
import { CommandError, EXIT, type ExitCode, fileFault, type JsonError } from './exit.ts';
import { processOutput as out } from './output.ts';
import { addStudyCommands } from './study-commands.ts';
import { VERSION } from './version.ts';

const collect = (value: string, before: string[]): string[] => [...before, value];

function positiveSeconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0) {
    throw new InvalidArgumentError(`expected simulated seconds > 0, found "${text}".`);
  }
  return value;
}

function wholeAbove0(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError(`expected a whole number above 0, found "${text}".`);
  return value;
}

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) {
    throw new InvalidArgumentError(`expected simulated seconds, found "${text}".`);
  }
  return value;
}

function metres(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
    throw new InvalidArgumentError(`expected metres >= 0, found "${text}".`);
  }
  return value;
}

function metresEitherWay(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value === 0) {
    throw new InvalidArgumentError(`expected metres other than 0, found "${text}".`);
  }
  return value;
}

function fieldText(text: string): number | 'deep' | 'solid' {
  if (text === 'deep' || text === 'solid') return text;
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && Number.isFinite(value))) {
    throw new InvalidArgumentError(`expected metres above 0, deep or solid, found "${text}".`);
  }
  return value;
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value < 1)) {
    throw new InvalidArgumentError(`expected a number from 0 to below 1, found "${text}".`);
  }
  return value;
}

function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) {
    throw new InvalidArgumentError(`expected a number above 0, found "${text}".`);
  }
  return value;
}

function portNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text.trim()) || value > 65535) {
    throw new InvalidArgumentError(`expected a port from 0 to 65535, found "${text}".`);
  }
  return value;
}

function program(): Command {
  const hawser = new Command('hawser')
    .description('simulates mechanical systems in which contact is the hard part')
    .version(VERSION, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'how a command is used')
    .addHelpText('after', '\nExit codes: 0 good, 1 your input, 2 the simulation failed, 3 a fault of hawser.')
    .exitOverride()
    .showSuggestionAfterError();

  const override = new Option(
    '--set <path=value>',
    'change a value of the scenario, e.g. bodies.bar.mass="3 kg" (repeatable)',
  )
    .argParser(collect)
    .default([], 'none');
  const allow = new Option(
    '--allow <dir>',
    'a folder outside that of the scenario whose files it may read (repeatable); only for scenarios you trust',
  )
    .argParser(collect)
    .default([], 'none');
  const json = new Option('--json', 'print one JSON document on stdout and nothing else');

  hawser
    .command('run <file>')
    .description('run a scenario; results go into a new folder')
    .option('--until <time>', 'stop at this simulated time, in s or with a unit, instead of run.duration')
    .option('--steps <count>', 'stop after so many steps: where a run of a study that was lost ended', wholeAbove0)
    .option('--out <dir>', 'folder of the run; must be new or empty (default: runs/<name>-<n>)')
    .addOption(override)
    .addOption(allow)
    .option('--checkpoint <seconds>', 'write checkpoint.hawser every so many simulated seconds', positiveSeconds)
    .option('--resume <file>', 'go on from a checkpoint of the same scenario')
    .option('--hands <file>', 'do again what hands did in the studio (its hands.json), to the same bits')
    .option('--trust', 'repeat the run with half of the error allowed and say how far its numbers hold')
    .option('--profile', 'say which pairs, cables, joints and events took the time')
    .option('--no-report', 'write no report.html')
    .addOption(json)
    .action(async (file, options) => (await import('./commands/run.ts')).run(out, file, options));

  hawser
    .command('check <file>')
    .description('read and build a scenario, print everything that is wrong with it, simulate nothing')
    .addOption(override)
    .addOption(allow)
    .addOption(json)
    .action(async (file, options) => (await import('./commands/check.ts')).check(out, file, options));

  hawser
    .command('channels <file>')
    .description('list what a scenario can record, and what it does record')
    .addOption(override)
    .addOption(allow)
    .addOption(json)
    .action(async (file, options) => (await import('./commands/channels.ts')).channels(out, file, options));

  hawser
    .command('class <file>')
    .description('compare anchors, chains and windlasses of a scenario with class rules; this is no approval')
    .requiredOption('--en <number>', 'equipment number of the ship (IACS UR A1)', Number)
    .option('--grade <grade>', 'grade of the chain: 1, 2 or 3', Number, 2)
    .option('--depth <metres>', 'depth of anchorage for the duty pull of the windlass', Number, 82.5)
    .addOption(override)
    .addOption(allow)
    .addOption(json)
    .action(async (file, options) => (await import('./commands/class.ts')).classRules(out, file, options));

  hawser
    .command('identify <file>')
    .description(
      'the numbers of friction, with intervals, from a measured record of stick and slip: a CSV file with time, displacement, force and normal',
    )
    .option('--normal <force>', 'normal force, such as 250N, where the file has no column normal')
    .addOption(json)
    .action(async (file, options) => (await import('./commands/identify.ts')).identify(out, file, options));

  const rope = hawser.command('rope').description('the catalogue of ropes, wires and chains');
  const diameter = new Option('--diameter <length>', 'nominal diameter, such as 48mm (default: a size that is made)');
  rope
    .command('list')
    .description('list the types, with mass, break load and stiffness')
    .addOption(diameter)
    .addOption(json)
    .action(async (options) => (await import('./commands/rope.ts')).ropeList(out, options));
  rope
    .command('show <type>')
    .description('print one type with the source of each number')
    .addOption(diameter)
    .addOption(json)
    .action(async (type, options) => (await import('./commands/rope.ts')).ropeShow(out, type, options));

  hawser
    .command('new <name>')
    .description('write a project to start from: a scenario, a program that drives it')
    .addOption(json)
    .action(async (name, options) => (await import('./commands/new.ts')).newProject(out, name, options));

  hawser
    .command('schema')
    .description('print the JSON Schema of scenario files, for editors')
    .action(async () => (await import('./commands/schema.ts')).schema(out));

  hawser
    .command('export <run>')
    .description('write the results of a run in another format; a run that was killed gives what it had')
    .addOption(
      new Option('--to <format>', 'format')
        .choices(['csv', 'hdf5', 'xlsx', 'parquet', 'vtp', 'gltf', 'svg'])
        .makeOptionMandatory(),
    )
    .option('--out <path>', 'file (vtp: folder) to write; must not exist (default: inside the run folder)')
    .option('--at <seconds>', 'svg: the instant of the picture (default: two fifths into the run)', seconds)
    .option('--distance <cables>', 'svg: how far two cables are apart along both, such as rope~other or rope~rope')
    .addOption(json)
    .action(async (folder, options) => (await import('./commands/export.ts')).exportRun(out, folder, options));

  hawser
    .command('report <run>')
    .description('build report.html of a run again and print its path')
    .option('--pdf', 'print it as PDF as well, by a Chromium of this machine')
    .option('--word', 'write it as plain HTML for Word and LibreOffice as well, its pictures in a folder beside it')
    .option('--against <run>', 'compare with another run: comparison.html instead')
    .option('--open', 'open it in the browser')
    .addOption(json)
    .action(async (folder, options) => (await import('./commands/report.ts')).report(out, folder, options));

  hawser
    .command('mesh <file>')
    .description(
      'what a mesh file holds, what is wrong with it and where, and the solid it bounds; repairs it when asked',
    )
    .option('--repair <file>', 'write the mesh with what is safe to repair repaired (.obj, .ply, .stl); must not exist')
    .option('--fill-holes', 'with --repair: also close holes whose rim is flat')
    .option(
      '--weld <metres>',
      'with --repair: join vertices on open edges this close (default: 1e-6 of the size)',
      metres,
    )
    .option(
      '--thicken <metres>',
      'with --repair: make open surfaces plates of this thickness, below their faces; above them where negative',
      metresEitherWay,
    )
    .option('--unite', 'with --repair: make parts that run into each other one (needs the package manifold-3d)')
    .option('--tolerance <part>', 'air a convex piece may hold, as part of its volume (default: 0.01)', share)
    .option('--field <layer>', 'the pressure field it would carry: metres of a layer, deep, or solid', fieldText)
    .option('--report <file>', 'where the page goes (default: NAME.mesh.html in this folder)')
    .option('--no-report', 'write no page')
    .addOption(json)
    .action(async (file, options) => (await import('./commands/mesh.ts')).mesh(out, file, options));

  hawser
    .command('bem <file>')
    .description('results of Capytaine (netCDF) as the WAMIT text files that a scenario names under hydro.bem')
    .option('--out <name>', 'beginning of the names written, NAME.1 and NAME.3 (default: that of the file)')
    .addOption(json)
    .action(async (file, options) => (await import('./commands/bem.ts')).bem(out, file, options));

  hawser
    .command('import <file>')
    .description(
      'a model file of another program as a scenario: MoorDyn and OpenFAST decks and more (docs/guide/bring-your-own.md)',
    )
    .option('--out <dir>', 'folder to write; must be new or empty (default: the name of the file)')
    .option('--motion <file>', 'MoorDyn: motion of whatever is coupled: time, x, y, z [m], roll, pitch, yaw [deg]')
    .option('--density <number>', 'glTF: of bodies without a mass [kg/m^3] (default: 1000)', positiveNumber)
    .option('--scale <number>', 'glTF: metres in one unit of the file (default: 1)', positiveNumber)
    .option('--strict', 'refuse a file of which something would be lost')
    .addOption(allow)
    .addOption(json)
    .action(async (file, options) => (await import('./commands/import.ts')).importFile(out, file, options));

  hawser
    .command('serve <file>')
    .description('serve a model to programs on this machine over a WebSocket; ends with Ctrl-C (docs/protocol.md)')
    .option('--port <number>', 'port on this machine (default: a free one)', portNumber)
    .addOption(override)
    .addOption(allow)
    .addOption(
      new Option('--origin <origin>', 'a page of this origin may connect too (repeatable)')
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--log <file>', 'at the end, write what was done from outside; must not exist')
    .addOption(json)
    .action(async (file, options) => (await import('./commands/serve.ts')).serve(out, file, options));

  hawser
    .command('studio [path]')
    .description('open the studio in the browser, with a scenario file or the folder of a run; ends with Ctrl-C')
    .option('--port <number>', 'port on this machine (default: 7780, or the next free one)', portNumber)
    .option('--no-open', 'print the address and open nothing')
    .addOption(allow)
    .addOption(json)
    .action(async (given, options) => (await import('./commands/studio.ts')).studio(out, given, options));

  hawser
    .command('validate [id...]')
    .description('run validation cases and compare with their references (in a checkout of the repository)')
    .addOption(json)
    .option('--markdown', 'print a page for docs/validation.md')
    .option('--fast', 'leave out the slow cases')
    .option('--defaults', 'run every case a second time without settings of solver and mesh')
    .action(async (ids, options) => (await import('./commands/validate.ts')).validate(out, ids, options));

  hawser
    .command('bench [name...]')
    .description('measure how fast benchmark scenes run (in a checkout of the repository)')
    .option('--refine', 'once more with half the step: what it changes')
    .option('--irregular', 'in an irregular sea')
    .addOption(json)
    .action(async (names, options) => (await import('./commands/bench.ts')).bench(out, names, options));

  addStudyCommands(hawser, out, allow, json);

  // all messages about arguments come from here
  for (const command of [hawser, ...hawser.commands, ...hawser.commands.flatMap(({ commands }) => commands)]) {
    command.exitOverride().configureOutput({ outputError: () => {} });
  }
  return hawser;
}

/** Runs the command; errors become a message and an exit code. */
async function main(argv: readonly string[]): Promise<ExitCode> {
  const wantsJson = argv.includes('--json');
  const fail = (code: ExitCode, message: string, report: JsonError = { error: message }): ExitCode => {
    out.tell(`${out.style('red', 'hawser:')} ${message}`);
    if (wantsJson) out.json(report);
    return code;
  };
  try {
    await program().parseAsync(argv, { from: 'user' });
    return process.exitCode === undefined ? EXIT.good : (Number(process.exitCode) as ExitCode);
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.good; // --help, --version
      if (argv.length === 0 || error.code === 'commander.help') return EXIT.input; // help was printed
      return fail(EXIT.input, `${error.message.replace(/^error: /, '')} (hawser help shows how it is used)`);
    }
    if (error instanceof CommandError) return fail(error.exitCode, error.message, error.report);
    const fault = fileFault(error);
    if (fault !== undefined) return fail(EXIT.input, fault);
    const details = writeDetails(error, VERSION);
    const reason = error instanceof Error ? error.message : String(error);
    const where = details === undefined ? 'the details could not be written' : `details: ${details}`;
    return fail(EXIT.ours, `this is a fault of hawser, not of your input: ${reason} (${where})`);
  }
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.good); // the reader (head, less) has closed the pipe
  throw error;
});
process.exitCode = await main(process.argv.slice(2));
