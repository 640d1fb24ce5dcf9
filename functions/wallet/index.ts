export { holdBudget } from './hold-budget.ts';
export { heldFor, holdFunds } from './hold-funds.ts';
export { payout, refund, type Settlement, split } from './rules.ts';
export { settleHolds } from './settle-holds.ts';
export { walletQuery } from './wallet-query.ts';
