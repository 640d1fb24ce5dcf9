import type { Ctx } from '../../context.ts';
import { type CallLimits, identityView } from './view.ts';

/** Who calls, and how much it may. */
export async function getMe({ actor }: Ctx, limits: CallLimits) {
  return { data: identityView({ ...actor, id: actor.userId }, actor.key, limits) };
}
