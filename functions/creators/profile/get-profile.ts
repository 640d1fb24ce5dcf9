import { sql } from 'drizzle-orm/sql/sql';
import { isListed } from '../../../db/catalog/refresh.ts';
import { type ProfileRecord, profileOf } from '../../../db/creators/profiles.ts';
import { factsOf, one } from '../../../db/query.ts';
import type { Profile } from '../../../schema/creators/profile.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { addressForOwner } from '../../social-accounts/pictures/index.ts';
import { viewProfile } from './view.ts';

export interface ProfileFacts {
  /** The profile, with the stored address of its picture. */
  readonly profile: ProfileRecord;
  /** True while the page is public. */
  readonly isPublic: boolean;
}

/** The facts of the caller's profile. */
export const ownProfile = (ctx: Ctx) => ({
  facts: factsOf({ profile: profileOf(ctx.actor.userId), isPublic: isListed(sql`${ctx.actor.userId}::bigint`) }),
  visible: ({ profile, isPublic }: { profile: ProfileRecord | null; isPublic: boolean }): ProfileFacts | null =>
    profile && { profile, isPublic },
});

/** The caller's own draft, including its private fields. */
export async function getProfile(ctx: Ctx): Promise<{ data: Profile }> {
  const own = ownProfile(ctx);
  const found = own.visible(await one(ctx.db, own.facts));
  if (!found) throw notFound();
  return { data: await showProfile(ctx, found.profile, found) };
}

/** The profile with a picture address that its creator can open now. */
export const showProfile = async (ctx: Ctx, shown: Profile, { profile, isPublic }: ProfileFacts): Promise<Profile> =>
  viewProfile(shown, await addressForOwner(ctx, { url: profile.avatarUrl, isPublic }));
