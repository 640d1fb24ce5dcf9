import { refreshCatalog } from '../../../db/catalog/refresh.ts';
import { deleteAccount, obstaclesOf } from '../../../db/identity/account-deletion.ts';
import { factsOf } from '../../../db/query.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { proofOf } from '../../open-session.ts';
import { forgetOwner } from '../api-keys/index.ts';
import { refuseDeletion } from './deletion-rules.ts';
import { forgetUser } from './known-users.ts';

/** Deletes the caller's account, or changes nothing. A job erases the rest of its personal data. */
export const deleteMe = (ctx: Ctx): Promise<{ data: { id: number; deletedAt: string } }> =>
  mutate(ctx, {
    facts: factsOf({ obstacles: obstaclesOf(ctx.actor.userId) }),
    visible: (found) => found,
    decide({ obstacles }) {
      const { userId, roles } = ctx.actor;
      refuseDeletion(roles, obstacles);
      const at = ctx.now();
      return {
        // The session is checked before it ends.
        statements: [...proofOf(ctx.actor, at), deleteAccount(userId, at), refreshCatalog(userId, at)],
        answer: { data: { id: userId, deletedAt: at.toISOString() } },
        after() {
          forgetUser(userId);
          forgetOwner(userId);
          ctx.defer(ctx.enqueue([{ kind: 'erase-accounts' }]));
        },
      };
    },
  });
