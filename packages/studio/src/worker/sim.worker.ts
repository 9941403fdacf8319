/** The worker's script: a desk that answers questions, or a session that runs a scenario, as the first message says. */
import { answer } from './desk.ts';
import type { DeskReply, DeskRequest, FromSession, Numbered, ToSession } from './messages.ts';
import { Session } from './session.ts';

const scope = self as unknown as {
  onmessage: (event: MessageEvent<Numbered<DeskRequest> | ToSession>) => void;
  postMessage(message: FromSession | Numbered<DeskReply>): void;
};

let session: Session | undefined;

scope.onmessage = ({ data }) => {
  if ('id' in data) {
    try {
      scope.postMessage({ id: data.id, body: answer(data.body) });
    } catch (error) {
      scope.postMessage({ id: data.id, body: { kind: 'broken', message: reasonOf(error) } });
    }
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
