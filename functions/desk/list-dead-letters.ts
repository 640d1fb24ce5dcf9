import { type DeadLettersPage, lettersPage } from '../../db/desk/dead-letters.ts';
import type { DeadLetterView } from '../../schema/desk/operations.ts';
import { type Page, pageOf } from '../../schema/shared/page.ts';
import type { Ctx } from '../context.ts';
import { viewLetter } from './view.ts';

/** Jobs that failed at every attempt, newest first. */
export async function listDeadLetters(ctx: Ctx, page: DeadLettersPage): Promise<Page<DeadLetterView>> {
  const rows = await ctx.db.read(lettersPage(page));
  return pageOf(
    rows.map(({ letter }) => viewLetter(letter)),
    page.limit,
    ({ id }) => id,
  );
}
