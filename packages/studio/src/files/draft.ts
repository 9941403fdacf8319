/** A text that was never saved, offered back after a reload. */
import { openProject } from '../actions/scenario.ts';
import { notice } from '../state.ts';
import { dropDraft, keptDraft } from './keep.ts';

export async function offerDraft(): Promise<void> {
  const draft = await keptDraft();
  if (draft === undefined) return;
  const name = draft.project.main;
  notice.value = {
    tone: 'plain',
    title: 'You have unsaved work',
    text: `${name}, last changed ${new Date(draft.when).toLocaleString()}.`,
    actions: [
      {
        label: 'Go on with it',
        act: () =>
          openProject({ ...draft.project, files: { ...draft.project.files, [name]: draft.saved } }, draft.text),
      },
      {
        label: 'Forget it',
        act: () => {
          notice.value = undefined;
          void dropDraft();
        },
      },
    ],
  };
}
