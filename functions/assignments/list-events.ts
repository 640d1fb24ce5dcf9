import { type EventRow, eventsPage } from '../../db/assignments.ts';
import { notFound, Refusal } from '../../schema/errors.ts';
import { type Page, pageOf } from '../../schema/page.ts';
import type { EventView } from '../../schema/work.ts';
import type { Ctx } from '../context.ts';

export interface ListEventsInput {
  readonly id: number;
  readonly limit: number;
  readonly cursor?: number | 'invalid' | undefined;
}

/** The history of an assignment that the caller is a party of, oldest first. */
export async function listEvents(ctx: Ctx, { id, limit, cursor }: ListEventsInput): Promise<Page<EventView>> {
  if (cursor === 'invalid') throw new Refusal('INVALID_CURSOR');
  const rows = await ctx.db.rows<EventRow>(eventsPage(ctx.actor.userId, id, { limit, cursor }));
  if (rows.length === 0) throw notFound();
  const events = rows.flatMap(({ event }) => (event === null ? [] : [event]));
  return pageOf(events, limit, (event) => event.id);
}
