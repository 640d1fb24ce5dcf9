import { eventsPage } from '../../../db/placements/assignment-events.ts';
import type { EventView } from '../../../schema/placements/work.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewEvent } from './view.ts';

export interface ListEventsInput {
  readonly id: number;
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/** The history of an assignment of the caller, oldest first. */
export const listEvents = (ctx: Ctx, input: ListEventsInput): Promise<Page<EventView>> =>
  readEvents(ctx, ctx.actor.userId, input);

/** The history of any assignment, for staff. */
export const listEventsForStaff = (ctx: Ctx, input: ListEventsInput): Promise<Page<EventView>> =>
  readEvents(ctx, 'STAFF', input);

async function readEvents(
  ctx: Ctx,
  reader: number | 'STAFF',
  { id, limit, cursor }: ListEventsInput,
): Promise<Page<EventView>> {
  const rows = await ctx.db.read(eventsPage(reader, id, { limit, cursor }));
  if (rows.length === 0) throw notFound();
  const events = rows.flatMap(({ event }) => (event === null ? [] : [viewEvent(event, ctx.now())]));
  return pageOf(events, limit, (event) => event.id);
}
