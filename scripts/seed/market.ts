import { type SQL, sql } from 'drizzle-orm';
import { refreshCatalog } from '../../db/catalog.ts';
import { insertChannel, recordPosts } from '../../db/channels.ts';
import { type Db, row } from '../../db/client.ts';
import { insertListing } from '../../db/listings.ts';
import { publishPage, saveProfile } from '../../db/profiles.ts';
import { insertAudience, insertVerifiedAccount } from '../../db/social-accounts.ts';
import { changeRoles } from '../../db/users.ts';
import type { SeededCreator } from './creators.ts';
import { audienceOf, handleOn, postsOf, servicesOf, urlOf } from './offerings.ts';

const dayMs = 86_400_000;

/** Adds a creator with channels, services and a published page, in one commit; does nothing when it has one already. */
export async function addCreator(db: Db, creator: SeededCreator, index: number, now: Date): Promise<void> {
  const userId = await userOf(db, creator);
  await db.transaction(changeRoles(userId, ['CREATOR'], now));
  await publishCreator(db, userId, creator, index, now);
}

/** The same for a creator that has signed up. */
export async function publishCreator(
  db: Db,
  userId: number,
  creator: SeededCreator,
  index: number,
  now: Date,
): Promise<void> {
  const facts = await row<Facts>(db, factsOf(userId, creator.platforms.length));
  if (facts.hasChannels) return;
  // Sixty creators are not all active at the same moment.
  const at = new Date(now.getTime() - index * 7 * 3_600_000);
  const statements: SQL[] = [
    saveProfile(userId, facts.version, profileOf(creator), at),
    publishPage(userId, 1, at),
    ...creator.platforms.flatMap((platform, position) => {
      const id = facts.channelIds[position] ?? 0;
      const accountId = facts.accountIds[position] ?? 0;
      const handle = handleOn(platform, creator.handle);
      const isNative = position === 0 && index % 3 !== 2;
      const services = servicesOf(creator, platform, position);
      return [
        ...(isNative
          ? [
              insertVerifiedAccount(
                { id: accountId, ownerId: userId, platform, handle, externalId: `demo-${handle}` },
                at,
              ),
              insertAudience(accountId, audienceOf(creator, index, new Date(at.getTime() - 2 * dayMs))),
            ]
          : []),
        insertChannel(
          {
            id,
            creatorId: userId,
            platform,
            handle,
            canonicalUrl: urlOf(platform, creator.handle),
            socialAccountId: isNative ? accountId : null,
            position,
          },
          at,
        ),
        ...(index % 4 === 3 ? [] : [recordPosts(id, postsOf(creator, index, position, at), at)]),
        ...services.map((service, n) =>
          insertListing(
            { ...service, id: facts.listingIds[position * 3 + n] ?? 0, channelId: id, creatorId: userId },
            at,
          ),
        ),
      ];
    }),
    refreshCatalog(userId, at),
  ];
  await db.transaction(statements);
}

interface Facts {
  readonly version: number;
  readonly hasChannels: boolean;
  readonly channelIds: readonly number[];
  readonly accountIds: readonly number[];
  readonly listingIds: readonly number[];
}

/** A commit cannot use ids that its earlier statements generate: they are drawn before it. */
const factsOf = (userId: number, channels: number): SQL => sql`select c.version::int,
  exists (select from channels ch where ch.creator_id = c.user_id) as "hasChannels",
  array(select nextval('channels_id_seq') from generate_series(1, ${channels}::int))::float8[] as "channelIds",
  array(select nextval('social_accounts_id_seq') from generate_series(1, ${channels}::int))::float8[] as "accountIds",
  array(select nextval('service_listings_id_seq') from generate_series(1, 3 * ${channels}::int))::float8[] as "listingIds"
  from creators c where c.user_id = ${userId}`;

async function userOf(db: Db, { name, handle }: SeededCreator): Promise<number> {
  const email = `${handle}@demo.castline.example`;
  await db.rows(
    sql`insert into users (name, email, email_verified) values (${name}, ${email}, true) on conflict do nothing`,
  );
  return (await row<{ id: number }>(db, sql`select id::float8 as id from users where email = ${email}`)).id;
}

const profileOf = ({ name, bio, topics, languages, country, handle }: SeededCreator) => ({
  displayName: name,
  bio,
  topics,
  languages,
  geo: [country],
  channelType: null,
  contacts: { email: `${handle}@demo.castline.example` },
});
