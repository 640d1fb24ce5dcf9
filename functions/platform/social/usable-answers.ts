import * as z from 'zod';
import { lazy } from '../../../schema/shared/lazy.ts';
import { words } from '../../../schema/shared/text.ts';
import { maxHandleLength } from '../../../schema/social-accounts/account-limits.ts';
import { PlatformFailure } from './failure.ts';
import { shaped } from './request.ts';
import type { ChannelRef, Credential, Reading, SocialChannel, SocialPlatform } from './social-platform.ts';

/**
 * The adapter with checked profiles, and with titles of posts that the tables can hold. A profile that the tables or the API cannot hold is a
 * failure, like an answer in another shape.
 */
export const withUsableAnswers = (adapter: SocialPlatform): SocialPlatform => ({
  ...adapter,
  async channel(ref, by) {
    const found = await adapter.channel(ref, by);
    if (found && !isAsked(found, ref, by)) throw new PlatformFailure('SILENT', 'the profile is of another account');
    return found && shaped({ body: found }, profile(), 'the profile');
  },
  async posts(ids, by, known) {
    const readings = await adapter.posts(ids, by, known);
    return new Map([...readings].map(([id, reading]) => [id, usable(reading)]));
  },
});

/** Whether a profile is of the account that was asked for. A name proves nothing: platforms find accounts by former names too. */
function isAsked({ externalId }: SocialChannel, ref: ChannelRef, by: Credential): boolean {
  if (ref !== 'OWN') return !('externalId' in ref) || ref.externalId === externalId;
  // Unknown while the account is being connected.
  return by === 'APP' || by.externalId === '' || by.externalId === externalId;
}

function usable(reading: Reading): Reading {
  if (typeof reading === 'string') return reading;
  const { title, durationSeconds: seconds } = reading;
  const durationSeconds = seconds !== null && seconds >= 0 && seconds <= longestSeconds ? seconds : null;
  return { ...reading, title: title === null ? null : storable(title), durationSeconds };
}

/** The longest duration that the tables hold. */
const longestSeconds = 2 ** 31 - 1;

/** No platform allows longer titles. */
const maxTitleLength = 200;

const profile = lazy(() =>
  z.object({
    // An id or a name is not corrected: the result could be that of another account. An id is the name where the platform states none.
    externalId: z
      .string()
      .max(maxHandleLength)
      .regex(/^[!-~]+$/),
    handle: words(maxHandleLength)
      .regex(/^\P{Cc}+$/u)
      .nullable(),
    // The cut can divide a surrogate pair, so it is made first.
    title: z.string().transform((title) => storable(title.slice(0, maxTitleLength))),
    description: z.string().transform(storable),
    avatarUrl: z
      .string()
      .nullable()
      .transform((address) => (address !== null && URL.canParse(address) ? address : null)),
    followers: z.int().min(0).nullable(),
    listId: z.string().nullish(),
  }),
);

/** The text without control characters, of which Postgres cannot store NUL, and without lone surrogates, which are no Unicode text. */
const storable = (text: string): string => text.toWellFormed().replace(/\p{Cc}/gu, ' ');
