import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import type { Outcome } from '../../schema/notifications/messages.ts';

/** The result of an attempt to send a message. */
export interface Sent {
  readonly outcome: Outcome;
  /** Statements for the commit that records the outcome. */
  readonly recorded: readonly SQLWrapper[];
}
