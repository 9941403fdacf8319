/** The commands `hawser study ...` and `hawser worker`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Output } from './output.ts';

function wholeAbove0(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text.trim()) || value < 1 || value > 4096) {
    throw new InvalidArgumentError(`expected a whole number from 1 to 4096, found "${text}".`);
  }
  return value;
}

export function addStudyCommands(hawser: Command, out: Output, allow: Option, json: Option): void {
  const study = hawser
    .command('study')
    .description('many runs of a scenario: check, run, status, show, query, report, export, cancel')
    .helpCommand(false);

  study
    .command('check <file>')
    .description('everything that is wrong with a study, and how many runs it takes')
    .addOption(allow)
    .addOption(json)
    .action(async (file, options) => (await import('./commands/study.ts')).checkStudy(out, file, options));

  study
    .command('run <file>')
    .description('run a study on all cores; the same command goes on where it stopped')
    .option('--out <dir>', 'folder of the study (default: studies/<name>)')
    .option('--workers <n>', 'processes at once (default: as many as there are cores)', wholeAbove0)
    .addOption(allow)
    .option('--queue <address>', 'hand the runs to workers by redis://, rediss:// or postgres:// instead')
    .option(
      '--estimate <runs>',
      'run only so many, spread over the study, and say how long all would take',
      wholeAbove0,
    )
    .option('--slurm <parts>', 'run nothing: write an array job of so many parts for Slurm', wholeAbove0)
    .addOption(new Option('--part <k/n>', 'one part of an array job').hideHelp())
    .option('--priority <n>', 'with --queue: 1 goes before 2 (default: 10)', wholeAbove0)
    .option('--store <address>', 'copy the results to s3://bucket/folder too; keys from AWS_ACCESS_KEY_ID and the like')
    .option('--yes', 'do not ask about a large number of runs')
    .option('--no-report', 'write no report.html')
    .addOption(json)
    .action(async (file, options) => (await import('./commands/study.ts')).runStudy(out, file, options));

  hawser
    .command('worker')
    .description('run jobs that hawser study run --queue hands in, until Ctrl-C')
    .requiredOption('--queue <address>', 'redis://, rediss:// or postgres://; password from HAWSER_QUEUE_PASSWORD')
    .option('--workers <n>', 'processes at once (default: as many as there are cores)', wholeAbove0)
    .action(async (options) => (await import('./commands/worker.ts')).worker(out, options));

  study
    .command('status <folder>')
    .description('how far a study is, and what it found so far')
    .addOption(json)
    .action(async (folder, options) => (await import('./commands/study.ts')).studyStatus(out, folder, options));

  study
    .command('show <folder> <run>')
    .description('one run of a study, and the command that makes it again')
    .addOption(json)
    .action(async (folder, run, options) =>
      (await import('./commands/study-results.ts')).showRow(out, folder, run, options),
    );

  study
    .command('query <folder> <sql>')
    .description('SQL over the rows of a study, which are the table rows')
    .addOption(json)
    .action(async (folder, sql, options) =>
      (await import('./commands/study-results.ts')).query(out, folder, sql, options),
    );

  study
    .command('report <folder>')
    .description('build report.html of a study again and print its path')
    .option('--open', 'open it in the browser')
    .addOption(json)
    .action(async (folder, options) => (await import('./commands/study-results.ts')).studyReport(out, folder, options));

  study
    .command('export <folder>')
    .description('the rows of a study in another format')
    .addOption(new Option('--to <format>', 'format').choices(['csv', 'parquet', 'json']).makeOptionMandatory())
    .option('--out <path>', 'file to write; must not exist (default: inside the folder of the study)')
    .action(async (folder, options) => (await import('./commands/study-results.ts')).exportStudy(out, folder, options));

  study
    .command('cancel <folder>')
    .description('end a study that is running; its rows are kept')
    .action(async (folder) => (await import('./commands/study-results.ts')).cancelStudy(out, folder));
}
