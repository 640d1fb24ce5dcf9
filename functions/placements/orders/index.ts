export { cancelOldDrafts } from './cancel-old-drafts.ts';
export { checkQuote, refuseOtherFees } from './check-quote.ts';
export { type CheckedOut, fundedOrder } from './funded-order.ts';
export { issueQuote } from './issue-quote.ts';
export { priced, refusePast } from './rules.ts';
export { sweepQuotes } from './sweep-quotes.ts';
export { viewQuote } from './view.ts';
