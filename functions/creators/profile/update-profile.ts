import { saveProfile, type WrittenProfile } from '../../../db/creators/profiles.ts';
import type { Profile, ProfileChanges } from '../../../schema/creators/profile.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { answerWithView, commit, replayEarlier } from '../../idempotency.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { type ProfileFacts, readProfileFacts, showProfile } from './get-profile.ts';

/** Stores the draft as the creator wrote it, at the next version, or changes nothing. The public page does not change. */
export function updateProfile(ctx: Ctx, changes: ProfileChanges): Promise<{ data: Profile }> {
  let facts: ProfileFacts | null = null;
  const save = () =>
    retryOnConflict(async () => {
      facts = await readProfileFacts(ctx);
      return saveChanges(ctx, facts, changes);
    });
  // Replays read these facts too.
  return answerWithView(save, async ({ data }) => ({
    data: facts === null ? data : await showProfile(ctx, data, facts),
  }));
}

function saveChanges(
  ctx: Ctx,
  { earlier, profile }: ProfileFacts,
  { expectedVersion, ...changes }: ProfileChanges,
): Promise<{ data: Profile }> {
  replayEarlier(ctx, earlier);
  if (profile.version !== expectedVersion) throw new Refusal('VERSION_CONFLICT');
  const changed = {
    ...profile,
    ...written(changes),
    version: profile.version + 1,
    updatedAt: ctx.now().toISOString(),
  };
  return commit(ctx, [saveProfile(ctx.actor.userId, expectedVersion, changed, ctx.now())], { data: changed });
}

const empty: WrittenProfile = {
  displayName: '',
  bio: '',
  topics: [],
  languages: [],
  geo: [],
  channelType: null,
  contacts: {},
};

/** The fields that were sent; null becomes the value of an empty profile. */
const written = (changes: Omit<ProfileChanges, 'expectedVersion'>): Partial<WrittenProfile> =>
  Object.fromEntries(
    Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value ?? empty[name as keyof WrittenProfile]]),
  );
