/** Restores unsaved work of closed pages. */
import { keepNow, lostDrafts } from '../files/draft.ts';
import { dropDraft, type KeptDraft } from '../files/keep.ts';
import { changed, notice, project } from '../state.ts';
import { openProject } from './scenario.ts';

/** Offers unsaved work of the open document, or of any document where none is open. */
export async function offerDraft(): Promise<void> {
  const main = project.value?.main;
  const found = (await lostDrafts()).find(({ draft }) => main === undefined || draft.project.main === main);
  if (found === undefined || changed.value.length > 0) return;
  const { draft } = found;
  const name = draft.project.main;
  notice.value = {
    tone: 'plain',
    title: 'You have unsaved work',
    text: `${name}, last changed ${new Date(draft.when).toLocaleString()}.`,
    actions: [
      { label: 'Go on with it', act: () => takeDraft(found) },
      {
        label: 'Forget it',
        act: () => {
          notice.value = undefined;
          void dropDraft(found.key);
        },
      },
    ],
  };
}

/** Opens a draft, which then belongs to this page. */
export function takeDraft({ key, draft }: KeptDraft): void {
  openProject(draft.project, draft.saved);
  keepNow();
  void dropDraft(key);
}
