/** The worker's side of a study: one plans and judges, others run, as the messages say. */
import { JobRunner } from '@hawser/study';
import { loaderOf, readers } from '../worker/project.ts';
import type { FromPlanner, FromRunner, ToPlanner, ToRunner } from './messages.ts';
import { Planning } from './planning.ts';

/** [s] wall-clock time, because browsers do not provide processor time */
const seconds = (): number => performance.now() / 1000;

export class StudyWorker {
  readonly #post: (message: FromPlanner | FromRunner) => void;
  #planning: Planning | undefined;
  #runner: JobRunner | undefined;

  constructor(post: (message: FromPlanner | FromRunner) => void) {
    this.#post = post;
  }

  receive(message: ToPlanner | ToRunner): void {
    if (message.kind === 'task') {
      this.#runner = new JobRunner(message.task, loaderOf(message.project), readers, {
        cpuSeconds: seconds,
        wallSeconds: seconds,
        breathe: () => Promise.resolve(), // a run that is not wanted any more ends with its worker
      });
    } else if (message.kind === 'job') {
      void this.#runner
        ?.run(message.job, () => true)
        .then(
          (row) => {
            if (row !== undefined) this.#post({ kind: 'row', row });
          },
          (error: unknown) => this.#post({ kind: 'fault', message: reasonOf(error) }),
        );
    } else {
      this.#planning ??= new Planning();
      try {
        this.#post(this.#planning.answer(message));
      } catch (error) {
        this.#post({ kind: 'broken', message: reasonOf(error) });
      }
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
