import { facts, factsOf } from '../../db/query.ts';
import { accountOf, isProvenElsewhere } from '../../db/social-accounts/accounts.ts';
import { claimOf, requestCheck, storeCode } from '../../db/social-accounts/claims.ts';
import { notFound } from '../../schema/shared/errors.ts';
import type { VerificationView } from '../../schema/social-accounts/verification.ts';
import type { Ctx } from '../context.ts';
import { log } from '../log.ts';
import { mutate } from '../mutate.ts';
import { newCode } from './add-account.ts';
import { methodOf } from './open-platform.ts';
import { checkable, type Proof, refuseNewCode } from './rules.ts';
import { viewVerification } from './view.ts';

type Answer = Promise<{ data: VerificationView }>;

const proofOf = (ctx: Ctx, id: number) => ({
  account: accountOf(ctx.actor.userId, id),
  claim: claimOf(id),
  isProvenElsewhere: isProvenElsewhere(id),
});

type FoundProof = { readonly account: Proof['account'] | null } & Omit<Proof, 'account' | 'method'>;

const proofIn = (ctx: Ctx, { account, ...rest }: FoundProof): Proof | null =>
  account && { account, ...rest, method: methodOf(ctx, account.platform) };

/** The caller's account. Deleted accounts and accounts of others are RESOURCE_NOT_FOUND. */
const owned = (ctx: Ctx, id: number) => ({
  facts: factsOf(proofOf(ctx, id)),
  visible: (found: FoundProof) => proofIn(ctx, found),
});

/** The proof of one of the caller's accounts. It makes no code. */
export async function getVerification(ctx: Ctx, { id }: { id: number }): Answer {
  const proof = proofIn(ctx, await facts(ctx.db, proofOf(ctx, id)));
  if (!proof) throw notFound();
  return { data: viewVerification(proof, ctx.now()) };
}

/** Replaces the code of an account. A failure changes nothing. */
export const renewVerification = (ctx: Ctx, { id }: { id: number }): Answer =>
  mutate(ctx, {
    ...owned(ctx, id),
    decide(proof) {
      refuseNewCode(proof, ctx.now());
      const fresh = newCode(ctx);
      const claim = {
        code: fresh.code,
        codeExpiresAt: fresh.expiresAt.toISOString(),
        checksLeft: fresh.checks,
        checkedAt: null,
      };
      return {
        statements: [storeCode(id, fresh, ctx.now())],
        answer: { data: viewVerification({ ...proof, claim }, ctx.now()) },
      };
    },
  });

/** Requests a check of the profile. The job asks the platform after the answer. If its message is lost, the cron trigger starts it within five minutes. */
export const checkVerification = (ctx: Ctx, { id }: { id: number }): Answer =>
  mutate(ctx, {
    ...owned(ctx, id),
    decide(proof) {
      const claim = checkable(proof, ctx.now());
      return {
        statements: [requestCheck(id, claim, ctx.now())],
        answer: { data: viewVerification(proof, ctx.now()) },
        after: () => ctx.defer(ctx.enqueue([{ kind: 'check-accounts' }]).catch(leaveToCron)),
      };
    },
  });

const leaveToCron = (error: unknown): void => log('error', 'account.check-not-queued', { cause: String(error) });
