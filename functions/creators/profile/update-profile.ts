import { type ProfileRecord, saveProfile, type WrittenProfile } from '../../../db/creators/profiles.ts';
import type { Profile, ProfileChanges } from '../../../schema/creators/profile.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { ownProfile, showProfile } from './get-profile.ts';

/** Stores the draft as the creator wrote it, at the next version, or changes nothing. The public page does not change. */
export const updateProfile = (ctx: Ctx, { expectedVersion, ...changes }: ProfileChanges): Promise<{ data: Profile }> =>
  mutate(ctx, {
    ...ownProfile(ctx),
    // The address of the picture is signed at each answer.
    replay: async ({ data }: { readonly data: ProfileRecord }, found) => ({
      data: await showProfile(ctx, data, found),
    }),
    async decide(found) {
      const { profile } = found;
      if (profile.version !== expectedVersion) throw new Refusal('VERSION_CONFLICT');
      const changed = {
        ...profile,
        ...written(changes),
        version: profile.version + 1,
        updatedAt: ctx.now().toISOString(),
      };
      return {
        statements: [saveProfile(ctx.actor.userId, expectedVersion, changed, ctx.now())],
        kept: { data: changed },
        answer: { data: await showProfile(ctx, changed, found) },
      };
    },
  });

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
