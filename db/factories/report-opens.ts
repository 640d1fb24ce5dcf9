import { sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { build, countChanged } from '../query.ts';
import { shareLinks } from '../tables/share-links.ts';
import { countedClicks } from '../tables/tracking-links.ts';

/** A report that a reader has opened, as a message of the queue. */
export interface ReportOpen {
  readonly openId: string;
  readonly linkId: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Counts an opened report whose message was not counted before, and returns how many links it has changed. */
export const countOpen = (db: Db, { openId, linkId, at }: ReportOpen, now: Date): Promise<number> =>
  countChanged(
    db,
    sql`with fresh as (
        insert into ${countedClicks} (message_id, counted_at) values (${`open:${openId}`}, ${now}) on conflict do nothing returning 1)
      ${build
        .update(shareLinks)
        .set({
          opens: sql`${shareLinks.opens} + 1`,
          lastOpenedAt: sql`greatest(${shareLinks.lastOpenedAt}, ${at}::timestamptz)`,
        })
        .where(sql`${shareLinks.id} = ${linkId} and exists (select from fresh)`)
        .getSQL()}`,
  );
