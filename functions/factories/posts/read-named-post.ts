import type { Granter } from '../../../db/factories/listed-accounts.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import type { Ctx } from '../../context.ts';
import { type Reading, readPost } from '../../social-accounts/index.ts';
import { grantRequired } from '../accounts/rules.ts';
import { shownPost } from './rules.ts';

interface NamedPost {
  readonly platform: Platform;
  readonly contentId: string;
  /** The accounts whose grants may read it; null: the application's key reads it. */
  readonly granters: readonly Granter[] | null;
}

/** A post as its platform shows it now, with the account here whose grant has read it, if any. */
export async function readNamedPost(ctx: Ctx, { platform, contentId, granters }: NamedPost) {
  // The id of an account counts only for reads under its grant.
  if (granters === null) return { granter: null, post: shownPost(await granted(ctx, 0, platform, contentId)) };
  let refusal: 'GONE' | 'PRIVATE' | null = null;
  for (const granter of granters) {
    const reading = await readPost(ctx, { id: granter.id, platform }, contentId);
    if (typeof reading === 'object') return { granter, post: shownPost(reading) };
    if (reading !== 'NOT_GRANTED') refusal ??= reading;
  }
  if (refusal === null) throw grantRequired();
  return { granter: null, post: shownPost(refusal) };
}

async function granted(ctx: Ctx, id: number, platform: Platform, contentId: string): Promise<Reading> {
  const reading = await readPost(ctx, { id, platform }, contentId);
  if (reading === 'NOT_GRANTED') throw grantRequired();
  return reading;
}
