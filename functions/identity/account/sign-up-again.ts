import { replaceSignUp } from '../../../db/identity/address-links.ts';
import { writeNothing } from '../../../db/identity/sign-in.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { AuthCtx } from '../../context.ts';
import { sendMail } from '../../platform/mail.ts';
import { knownAddressMail } from './mails.ts';
import { sendLink } from './send-link.ts';

/** The user whose address a sign-up names. */
export interface KnownUser {
  readonly id: number;
  readonly email: string;
  readonly isVerified: boolean;
}

interface Again {
  readonly name: string;
  readonly hash: string;
  readonly callbackURL: string | null;
}

/**
 * A sign-up with an address that has a user, with as many writes as the sign-up of a new one. If nobody has proven the address, the last sign-up
 * wins: whoever proves the address afterwards must know its password. Otherwise nothing changes, and the owner gets an email.
 */
export async function signUpAgain(ctx: AuthCtx, known: KnownUser, { name, hash, callbackURL }: Again): Promise<void> {
  const isReplaced = !known.isVerified && (await replaced(ctx, { userId: known.id, name, hash }));
  if (known.isVerified) await ctx.db.transaction([writeNothing(ctx.now())]);
  await ctx.db.transaction([writeNothing(ctx.now())]);
  ctx.defer(
    isReplaced
      ? sendLink(ctx, { userId: known.id, email: known.email, newEmail: null, requestedAtMs: null }, hash, callbackURL)
      : sendMail(ctx.settings, knownAddressMail(known.email, ctx.settings.BASE_URL)),
  );
}

/** False when the address has been proven meanwhile. */
async function replaced(ctx: AuthCtx, signUp: Parameters<typeof replaceSignUp>[0]): Promise<boolean> {
  try {
    await ctx.db.transaction(replaceSignUp(signUp, ctx.now()));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'VERSION_CONFLICT') return false;
    throw error;
  }
}
