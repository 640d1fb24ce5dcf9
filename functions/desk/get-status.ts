import { serviceStatus } from '../../db/desk/waiting-work.ts';
import { one } from '../../db/query.ts';
import type { ServiceStatusView } from '../../schema/desk/operations.ts';
import type { Ctx } from '../context.ts';
import { viewStatus } from './view.ts';

/** How much background work waits, and since when. */
export const getServiceStatus = async (ctx: Ctx): Promise<{ data: ServiceStatusView }> => ({
  data: viewStatus(await one(ctx.db, serviceStatus(ctx.now())), ctx.now()),
});
