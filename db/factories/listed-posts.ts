import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { MediaType } from '../../schema/metrics/readings.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { limitCode } from '../failures.ts';
import { build, changesOne, guard, insertSelect, json, type TypeOf } from '../query.ts';
import { factories, factoryAccounts, factoryPosts } from '../tables/factories.ts';
import { deleteFactoryAccount } from './accounts.ts';
import { heldFactory, isFactoryOf } from './factories.ts';
import { insertListedAccount, type NewListedAccount } from './listed-accounts.ts';

interface NamedPost {
  readonly platform: Platform;
  readonly contentId: string;
}

/** The id of a post in a factory, or null: a field of the facts. */
export const sameFactoryPost = (factoryId: number, { platform, contentId }: NamedPost): SQL<number | null> =>
  sql`(select ${factoryPosts.id}::float8 from ${factoryPosts} where ${factoryPosts.factoryId} = ${factoryId}
    and ${factoryPosts.platform} = ${platform} and ${factoryPosts.contentId} = ${contentId})`;

const describedJson = json({
  title: factoryPosts.title,
  durationSeconds: factoryPosts.durationSeconds,
  hashtags: factoryPosts.hashtags,
});

/** The description of a post of a factory, or null if the factory has no such post: a field of the facts. */
export const descriptionOf = (factoryId: number, postId: number): SQL<TypeOf<typeof describedJson> | null> =>
  sql`(select ${describedJson} from ${factoryPosts} where ${factoryPosts.id} = ${postId} and ${factoryPosts.factoryId} = ${factoryId})`;

export interface NewFactoryPost extends NamedPost {
  readonly id: number;
  readonly factoryId: number;
  readonly accountId: number;
  readonly publishedAt: Date;
  readonly foundAt: Date;
  readonly title: string | null;
  readonly mediaType: MediaType;
  readonly durationSeconds: number | null;
  readonly hashtags: readonly string[];
}

/**
 * Adds a post to a factory, perhaps with its account. The limits `factory_posts` and `factory_account_posts` refuse it when the factory, or the
 * tracked posts of the account, would be more.
 */
export const insertFactoryPost = (
  { hashtags, ...post }: NewFactoryPost,
  newAccount: NewListedAccount | null,
  limits: { readonly accounts: number; readonly ofFactory: number; readonly ofAccount: number },
): SQLWrapper[] => {
  const { factoryId, accountId } = post;
  return [
    heldFactory(factoryId),
    ...(newAccount === null ? [] : insertListedAccount(newAccount, limits.accounts)),
    changesOne(
      build
        .update(factoryAccounts)
        .set({ posts: sql`${factoryAccounts.posts} + 1` })
        .where(and(eq(factoryAccounts.id, accountId), eq(factoryAccounts.factoryId, factoryId))),
    ),
    guard(sql`${sameFactoryPost(factoryId, post)} is null`, 'VERSION_CONFLICT'),
    insertSelect(factoryPosts, { ...post, hashtags: [...hashtags] }, sql``),
    guard(
      sql`(select sum(${factoryAccounts.posts}) <= ${limits.ofFactory} from ${factoryAccounts} where ${factoryAccounts.factoryId} = ${factoryId})`,
      limitCode('factory_posts'),
    ),
    guard(
      sql`(select count(*) <= ${limits.ofAccount} from ${factoryPosts} join ${factories} on ${factories.id} = ${factoryPosts.factoryId}
        where ${factoryPosts.accountId} = ${accountId}
          and ${factoryPosts.publishedAt} > ${post.foundAt}::timestamptz - ${factories.trackingDays} * interval '24 hours')`,
      limitCode('factory_account_posts'),
    ),
  ];
};

const removableJson = json({
  id: factoryPosts.id,
  accountId: factoryPosts.accountId,
  platform: factoryPosts.platform,
  contentId: factoryPosts.contentId,
  handle: factoryAccounts.handle,
  mode: factoryAccounts.mode,
  isLast: sql<boolean>`not exists (select from ${factoryPosts} other where other.account_id = ${factoryAccounts.id} and other.id <> ${factoryPosts.id})`,
});

/** A post of a factory with its account, as JSON. */
export type RemovablePost = TypeOf<typeof removableJson>;

/** A post of a factory of this owner, or null: a field of the facts. */
export const removablePost = (ownerId: number, factoryId: number, postId: number): SQL<RemovablePost | null> =>
  sql`(select ${removableJson} from ${factoryPosts} join ${factoryAccounts} on ${factoryAccounts.id} = ${factoryPosts.accountId}
    join ${factories} on ${factories.id} = ${factoryPosts.factoryId}
    where ${isFactoryOf(ownerId, factoryId)} and ${factoryPosts.id} = ${postId})`;

/** Removes a post of an account in mode LISTED, and the account with its last post. A scan of it that has begun stores and costs nothing for it. */
export const deleteListedPost = (
  factoryId: number,
  { id, accountId, isLast }: Pick<RemovablePost, 'id' | 'accountId' | 'isLast'>,
  at: Date,
): SQLWrapper[] => [
  heldFactory(factoryId),
  changesOne(build.delete(factoryPosts).where(eq(factoryPosts.id, id))),
  guard(
    sql`exists (select from ${factoryPosts} where ${factoryPosts.accountId} = ${accountId}) is distinct from ${isLast}`,
    'VERSION_CONFLICT',
  ),
  changesOne(
    build
      .update(factoryAccounts)
      .set({
        posts: sql`${factoryAccounts.posts} - 1`,
        views: sql`(select sum(${factoryPosts.views}) from ${factoryPosts} where ${factoryPosts.accountId} = ${accountId})`,
      })
      .where(and(eq(factoryAccounts.id, accountId), eq(factoryAccounts.mode, 'LISTED'))),
  ),
  sql`select factory_forget_post(${accountId}, ${id})`,
  ...(isLast ? deleteFactoryAccount(factoryId, accountId, at) : []),
];
