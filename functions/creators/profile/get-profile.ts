import { sql } from 'drizzle-orm/sql/sql';
import { isAnswering } from '../../../db/catalog/refresh.ts';
import { type ProfileRecord, profileOf } from '../../../db/creators/profiles.ts';
import { facts } from '../../../db/query.ts';
import type { Profile } from '../../../schema/creators/profile.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { earlierAnswer, type SavedAnswer } from '../../idempotency.ts';
import { addressForOwner } from '../../social-accounts/index.ts';

export interface ProfileFacts {
  readonly earlier: SavedAnswer | null;
  /** The profile, with the stored address of its picture. */
  readonly profile: ProfileRecord;
  /** True while the page is public. */
  readonly isPublic: boolean;
}

/** The caller's own draft, including its private fields. */
export async function getProfile(ctx: Ctx): Promise<{ data: Profile }> {
  const found = await readProfileFacts(ctx);
  return { data: await showProfile(ctx, found.profile, found) };
}

/** The facts for every change of the caller's profile. */
export async function readProfileFacts(ctx: Ctx): Promise<ProfileFacts> {
  const { userId } = ctx.actor;
  const { profile, ...found } = await facts(ctx.db, {
    earlier: earlierAnswer(ctx),
    profile: profileOf(userId),
    isPublic: isAnswering(sql`${userId}::bigint`),
  });
  if (!profile) throw notFound();
  return { ...found, profile };
}

/** The profile with a picture address that its creator can open now. */
export const showProfile = async (ctx: Ctx, shown: Profile, { profile, isPublic }: ProfileFacts): Promise<Profile> => ({
  ...shown,
  avatarUrl: await addressForOwner(ctx, { url: profile.avatarUrl, isPublic }),
});
