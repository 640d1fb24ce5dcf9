import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { type ProfileRow, profileOf, saveProfile } from '../../db/profiles.ts';
import { notFound, Refusal } from '../../schema/errors.ts';
import type { Profile, ProfileChanges } from '../../schema/profile.ts';
import type { Ctx } from '../context.ts';
import { commit, earlierAnswer, replayEarlier, type SavedAnswer } from '../idempotency.ts';
import { settleRace } from '../lost-race.ts';

interface Facts {
  readonly earlier: SavedAnswer | null;
  readonly profile: Profile | null;
}

/** The draft is as the creator wrote it, at its next version, or nothing changed. The public page stays as it was published. */
export const updateProfile = (ctx: Ctx, { expectedVersion, ...changes }: ProfileChanges): Promise<{ data: Profile }> =>
  settleRace(async () => {
    const { userId } = ctx.actor;
    const { earlier, profile } = await row<Facts>(
      ctx.db,
      sql`select ${earlierAnswer(ctx)} as earlier, ${profileOf(userId)} as profile`,
    );
    if (!profile) throw notFound();
    replayEarlier(ctx, earlier);
    if (profile.version !== expectedVersion) throw new Refusal('VERSION_CONFLICT');
    const changed = {
      ...profile,
      ...written(changes),
      version: profile.version + 1,
      updatedAt: ctx.now().toISOString(),
    };
    return commit(ctx, [saveProfile(userId, expectedVersion, changed, ctx.now())], { data: changed });
  });

const empty: ProfileRow = {
  displayName: '',
  bio: '',
  topics: [],
  languages: [],
  geo: [],
  channelType: null,
  contacts: {},
};

/** What was sent; null is what an empty profile has. */
const written = (changes: Omit<ProfileChanges, 'expectedVersion'>): Partial<ProfileRow> =>
  Object.fromEntries(
    Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value ?? empty[name as keyof ProfileRow]]),
  );
