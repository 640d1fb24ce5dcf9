import {
  GetCredits,
  GetCreditUsage,
  GetFactoryCreditUsage,
  GrantCredits,
  ListCreditHistory,
  ListFactoryCreditHistory,
  PurchaseCredits,
} from '../../../schema/factories/credits.ts';
import { group, on } from '../../http/route.ts';
import { getCredits } from './get-credits.ts';
import { getCreditUsage, getFactoryCreditUsage } from './get-usage.ts';
import { grantCredits } from './grant-credits.ts';
import { listCreditHistory, listFactoryCreditHistory } from './list-history.ts';
import { purchaseCredits } from './purchase-credits.ts';

export const factoryCreditRoutes = group(
  on(GetCredits, (ctx) => getCredits(ctx)),
  on(GetCreditUsage, (ctx) => getCreditUsage(ctx)),
  on(ListCreditHistory, (ctx, { query }) => listCreditHistory(ctx, query)),
  on(PurchaseCredits, (ctx, { body }) => purchaseCredits(ctx, body)),
  on(GetFactoryCreditUsage, (ctx, { params }) => getFactoryCreditUsage(ctx, params)),
  on(ListFactoryCreditHistory, (ctx, { params, query }) => listFactoryCreditHistory(ctx, { ...params, ...query })),
  on(GrantCredits, (ctx, { params, body }) => grantCredits(ctx, { ...params, ...body })),
);
