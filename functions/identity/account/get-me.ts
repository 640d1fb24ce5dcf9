import type { Ctx } from '../../context.ts';
import { type CallLimits, identityView } from './view.ts';

/** The caller and its limits. */
export async function getMe({ actor }: Ctx, limits: CallLimits) {
  return { data: identityView({ ...actor, id: actor.userId }, actor.key, limits) };
}
