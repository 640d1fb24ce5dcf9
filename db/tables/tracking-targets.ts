import { pgView, text } from 'drizzle-orm/pg-core';
import { bytes, idOf } from './columns.ts';

/** What a redirect needs of a tracking link. `guest` reads it, so this file imports no other table. */
export const trackingTargets = pgView('tracking_targets', {
  linkId: idOf('link_id').notNull(),
  code: text('code').notNull(),
  destinationUrl: text('destination_url').notNull(),
  salt: bytes('salt').notNull(),
  /** Why it does not redirect; null if it does. */
  stop: text('reason'),
  /** Why staff has blocked it; null if it is not blocked. */
  blockReason: text('block_reason'),
}).existing();
