import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { type HoldSettlement, settleHolds as statement } from '../../db/wallet/ledger.ts';

/** Empties the holds of assignments, each once: pays the creators and the platform, and refunds the rest to the advertisers. */
export const settleHolds = (settlements: readonly HoldSettlement[], at: Date): SQLWrapper => statement(settlements, at);
