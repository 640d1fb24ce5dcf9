import type { PageRecord } from '../../db/profiles.ts';
import type { PageState } from '../../schema/creator-pages.ts';
import type { Ctx } from '../context.ts';
import { Replay, type SavedAnswer } from '../idempotency.ts';
import { showPage } from './get-page.ts';

/**
 * Answers a move of the page with the state that it left. Its key is bound to that state alone: the address of the preview lets
 * whoever has it look, so that it is never stored, and a replay signs another.
 */
export async function answerPage(ctx: Ctx, move: () => Promise<PageRecord>): Promise<{ data: PageState }> {
  try {
    return { data: await showPage(ctx, await move()) };
  } catch (error) {
    if (!(error instanceof Replay)) throw error;
    const body = JSON.stringify({ data: await showPage(ctx, pageIn(error.saved)) });
    throw new Replay({ ...error.saved, body });
  }
}

/** Safe: whatever answerPage is given commits the page as the answer of its key. */
const pageIn = ({ body }: SavedAnswer): PageRecord => JSON.parse(body) as PageRecord;
