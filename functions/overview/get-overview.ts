import { oneOfEach } from '../../db/client.ts';
import { overviewOf } from '../../db/overview/overview.ts';
import { one } from '../../db/query.ts';
import type { OverviewView } from '../../schema/overview/overview.ts';
import type { Ctx } from '../context.ts';
import { clockOf, viewAssignment, viewerOf } from '../placements/assignments/index.ts';
import { walletQuery } from '../wallet/index.ts';

/** What waits for the caller, with the actions that it may take now. */
export async function getOverview(ctx: Ctx): Promise<{ data: OverviewView }> {
  const { userId, roles } = ctx.actor;
  const facts = oneOfEach(walletQuery(userId), overviewOf(userId, roles.includes('STAFF'), ctx.now()));
  const [wallet, found] = await one(ctx.db, facts);
  const clock = clockOf(ctx);
  const { assignments, assignmentsTotal, orders, campaigns, accounts, factories, staff, events, ...steps } = found;
  return {
    data: {
      wallet,
      waiting: {
        assignments: assignments.map((assignment) => viewAssignment(assignment, viewerOf(ctx, assignment), clock)),
        ...{ assignmentsTotal, orders, staff },
        ...{ campaigns: [...campaigns], accounts: [...accounts], factories: [...factories] },
      },
      events: [...events],
      steps,
    },
  };
}
