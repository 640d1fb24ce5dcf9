import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { isPublicationOn, type PageRecord, pageOf } from '../../db/profiles.ts';
import { notFound } from '../../schema/errors.ts';
import type { Ctx } from '../context.ts';
import { earlierAnswer, type SavedAnswer } from '../idempotency.ts';

export interface PageFacts {
  readonly earlier: SavedAnswer | null;
  readonly page: PageRecord;
  readonly isPublicationOn: boolean;
}

/** What every move of the caller's page is decided on. */
export async function readPageFacts(ctx: Ctx): Promise<PageFacts> {
  const facts = await row<Omit<PageFacts, 'page'> & { page: PageRecord | null }>(
    ctx.db,
    sql`select ${earlierAnswer(ctx)} as earlier, ${pageOf(ctx.actor.userId)} as page, ${isPublicationOn} as "isPublicationOn"`,
  );
  if (!facts.page) throw notFound();
  return { ...facts, page: facts.page };
}
