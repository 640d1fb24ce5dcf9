import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { reserveBudget } from '../../db/wallet/ledger.ts';

/** Reserves the part of a campaign's budget that is not reserved yet. */
export const holdBudget = (campaignId: number, at: Date): SQLWrapper => reserveBudget(campaignId, at);
