/** The worker's script: a desk that answers questions, a session that runs a scenario, or a part of a study, as the first message says. */
import './no-eval.ts';
import { answer } from './desk.ts';
import type { FromPlanner, FromRunner, ToPlanner, ToRunner } from '../study/messages.ts';
import { StudyWorker } from '../study/study-worker.ts';
import type { DeskReply, DeskRequest, FromSession, Numbered, ToSession } from './messages.ts';
import { Session } from './session.ts';

const scope = self as unknown as {
  onmessage: (
    event: MessageEvent<Numbered<DeskRequest> | ToSession | { readonly study: ToPlanner | ToRunner }>,
  ) => void;
  postMessage(message: FromSession | Numbered<DeskReply> | FromPlanner | FromRunner): void;
};

let session: Session | undefined;
let study: StudyWorker | undefined;

scope.onmessage = ({ data }) => {
  if ('id' in data) {
    try {
      scope.postMessage({ id: data.id, body: answer(data.body) });
    } catch (error) {
      scope.postMessage({ id: data.id, body: { kind: 'broken', message: reasonOf(error) } });
    }
    return;
  }
  if ('study' in data) {
    study ??= new StudyWorker((message) => scope.postMessage(message));
    study.receive(data.study);
    return;
  }
  try {
    session ??= new Session((message) => scope.postMessage(message));
    session.receive(data);
  } catch (error) {
    scope.postMessage({ kind: 'broken', message: reasonOf(error) });
  }
};

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
