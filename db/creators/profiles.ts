import { and, eq } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { build, changesOne, json, type TypeOf } from '../query.ts';
import { creators } from '../tables/creators.ts';

/** The fields of a profile that a publication copies. */
export const publishedFields = {
  displayName: creators.displayName,
  bio: creators.bio,
  topics: creators.topics,
  languages: creators.languages,
  geo: creators.geo,
  channelType: creators.channelType,
};

const profileJson = json({
  publicId: creators.publicId,
  ...publishedFields,
  contacts: creators.contacts,
  avatarUrl: creators.avatarUrl,
  version: creators.version,
  createdAt: creators.createdAt,
  updatedAt: creators.updatedAt,
});

/** The draft of a creator's profile, as JSON. */
export type ProfileRecord = TypeOf<typeof profileJson>;

/** The part of a profile that its creator writes. Nobody else sees the contacts. */
export type WrittenProfile = Omit<ProfileRecord, 'publicId' | 'avatarUrl' | 'version' | 'createdAt' | 'updatedAt'>;

/** The draft of a creator's profile, or null: a field of the facts. */
export const profileOf = (creatorId: number): SQL<ProfileRecord | null> =>
  sql`(select ${profileJson} from ${creators} where ${creators.userId} = ${creatorId})`;

/** Stores the draft of a profile at the version that was read. The public page shows it after the next publication. */
export const saveProfile = (creatorId: number, expectedVersion: number, profile: WrittenProfile, at: Date): SQL =>
  changesOne(
    build
      .update(creators)
      .set({
        displayName: profile.displayName,
        bio: profile.bio,
        topics: profile.topics,
        languages: profile.languages,
        geo: profile.geo,
        channelType: profile.channelType,
        contacts: profile.contacts,
        version: sql`${creators.version} + 1`,
        updatedAt: at,
      })
      .where(and(eq(creators.userId, creatorId), eq(creators.version, expectedVersion))),
  );
