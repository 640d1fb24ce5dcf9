import type { Context } from 'hono';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { AuthCtx } from '../../context.ts';
import { type Counting, count, type Verdict } from '../../http/rate-limit.ts';
import type { AuthEnv } from '../../http/request-context.ts';
import { findLink } from './address-link.ts';
import type { AccountCounting } from './auth-limits.ts';
import { keptIf } from './counts-of-auth-routes.ts';
import { logRefusedSignIn, userIdOf } from './refused-sign-in.ts';
import { sessionIn } from './session-routes.ts';

/** A password that a request compares. */
export interface Guess {
  /** The key of the count of wrong passwords: a device, everybody else, or the user of a session. */
  readonly by: string;
  /** The device is known to the account, or the request has a session. */
  readonly isKnown: boolean;
  /** The user whose password it may be. */
  userId(): Promise<number | null>;
}

/** The user of a genuine link, whose password the request gives. Anybody can forge a link, so no other one is counted or waits. */
export async function openLinkOf(guest: AuthCtx, body: object) {
  const { token, password }: { readonly token?: unknown; readonly password?: unknown } = body;
  if (typeof token !== 'string') return null;
  const { state, owner } = await findLink(guest, token);
  return state === 'OPEN' && owner !== null ? { userId: owner.id, isGuess: typeof password === 'string' } : null;
}

interface Guessed {
  readonly counting: AccountCounting | null;
  readonly open: Awaited<ReturnType<typeof openLinkOf>>;
}

export async function guessOf(
  c: Context<AuthEnv>,
  { comparesOwn = false }: { readonly comparesOwn?: boolean },
  { counting, open }: Guessed,
): Promise<Guess | null> {
  if (open !== null) {
    const { userId, isGuess } = open;
    return isGuess ? { by: `link:${userId}`, isKnown: true, userId: async () => userId } : null;
  }
  if (comparesOwn) {
    const { session } = await sessionIn(c);
    return session && { by: `user:${session.userId}`, isKnown: true, userId: async () => session.userId };
  }
  if (counting === null || counting.signInBy === null) return null;
  const { signInBy, accountId, email } = counting;
  return { by: signInBy, isKnown: signInBy !== accountId, userId: () => userIdOf(c.get('request').guest, email) };
}

/** False when an unknown device has no guesses left. A known one, which only its owner can use, is refused. */
export async function isGuessCounted(c: Context<AuthEnv>, { by, isKnown }: Guess): Promise<boolean> {
  const counting: Counting = ['accountSignIn', by];
  if (isKnown) await refuseOver(c, counting);
  return isKnown || (await counted(c, counting)).isAllowed;
}

/** Only wrong passwords stay counted. It counts before the comparison, so that many at once are no more guesses. */
export function judged(c: Context<AuthEnv>, guess: Guess, answering: Promise<Response>): Promise<Response> {
  const { guest, keyValue } = c.get('request');
  return keptIf({ guest, keyValue }, [['accountSignIn', guess.by]], answering, async (answer) => {
    const isWrong = await isWrongPassword(answer);
    if (isWrong) guest.defer(guess.userId().then((userId) => logRefusedSignIn(guest, userId)));
    return isWrong;
  });
}

const wrongPassword: ReadonlySet<unknown> = new Set([
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_PASSWORD',
  'WRONG_PASSWORD',
]);

async function isWrongPassword(answer: Response): Promise<boolean> {
  if (answer.status !== 400 && answer.status !== 401) return false;
  const body: unknown = await answer.clone().json();
  return wrongPassword.has(Object(body).code);
}

export async function refuseOver(
  c: Context<AuthEnv>,
  counting: Counting,
  refusal = (retryAfterSeconds: number) => new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds }),
): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await counted(c, counting);
  if (!isAllowed) throw refusal(retryAfterSeconds);
}

async function counted(c: Context<AuthEnv>, [limit, who]: Counting): Promise<Verdict> {
  const { guest, keyValue } = c.get('request');
  const verdict = await count(keyValue, guest.settings, limit, who);
  Object.assign(c.get('answerHeaders'), verdict.headers);
  return verdict;
}
