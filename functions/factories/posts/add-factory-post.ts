import { sql } from 'drizzle-orm/sql/sql';
import { isFactory } from '../../../db/factories/factories.ts';
import {
  accountOfPublisher,
  type Granter,
  granters,
  type NewListedAccount,
  type PublisherRecord,
} from '../../../db/factories/listed-accounts.ts';
import {
  descriptionOf,
  insertFactoryPost,
  type NewFactoryPost,
  sameFactoryPost,
} from '../../../db/factories/listed-posts.ts';
import { freshId } from '../../../db/fresh-ids.ts';
import { facts, factsOf } from '../../../db/query.ts';
import { factoryAccounts, factoryPosts } from '../../../db/tables/factories.ts';
import type { FactoryPostView } from '../../../schema/factories/factory-post.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import { orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { postReadersOf, readPublisher } from '../../social-accounts/index.ts';
import { tooManyAccounts, unreadable } from '../accounts/rules.ts';
import { readNamedPost } from './read-named-post.ts';
import { alreadyWatched, postAt, postLimits, tooManyPosts, tooManyPostsOfAccount } from './rules.ts';
import { viewUnscannedPost } from './view.ts';

const nobody = sql<readonly Granter[] | null>`null::json`;
/** Maximum number of accounts whose grants try to read a post. */
const maxGranters = 5;

/**
 * Adds one post to a factory of the caller, as its platform shows it now, and its account if the factory does not have it. A failure changes
 * nothing.
 */
export async function addFactoryPost(
  ctx: Ctx,
  { id: factoryId, url }: { readonly id: number; readonly url: string },
): Promise<{ data: FactoryPostView }> {
  const { userId } = ctx.actor;
  const content = postAt(url);
  const { platform, contentId } = content;
  const { byKey, byGrant } = postReadersOf(ctx);
  const isByGrant = byGrant.includes(platform);
  if (!isByGrant && !byKey.includes(platform)) throw unreadable();
  return mutate(ctx, {
    facts: factsOf({
      isOwn: isFactory(userId, factoryId),
      postId: freshId(factoryPosts),
      accountId: freshId(factoryAccounts),
      existingId: sameFactoryPost(factoryId, content),
      granters: isByGrant ? granters(userId, { ...content, factoryId }, maxGranters) : nobody,
    }),
    visible: (found) => (found.isOwn ? found : null),
    replay: (kept: FactoryPostView) => describedAgain(ctx, factoryId, kept),
    async decide(found) {
      if (found.existingId !== null) throw alreadyWatched(found.existingId);
      const { post: shown, granter } = await readNamedPost(ctx, { platform, contentId, granters: found.granters });
      const { ownerExternalId: externalId, publishedAt, title, mediaType, durationSeconds, hashtags } = shown;
      const publisher = { platform, externalId, granter };
      const account = await publishing(ctx, { id: found.accountId, factoryId, ...publisher });
      const post: NewFactoryPost = {
        ...{ id: found.postId, factoryId, accountId: account.id, platform, contentId, publishedAt },
        ...{ foundAt: ctx.now(), title, mediaType, durationSeconds, hashtags },
      };
      const data = viewUnscannedPost({ ...post, handle: account.handle, tags: account.tags });
      return {
        statements: insertFactoryPost(post, account.added, postLimits),
        answer: { data },
        // The platforms' terms limit how long its description may be stored.
        kept: { ...data, title: null, durationSeconds: null, hashtags: [] },
      };
    },
  })
    .catch(orLimitReached('factory_accounts', tooManyAccounts(postLimits.accounts)))
    .catch(orLimitReached('factory_posts', tooManyPosts))
    .catch(orLimitReached('factory_account_posts', tooManyPostsOfAccount));
}

/** A stored answer with the description that the factory has now, if it still has the post. */
async function describedAgain({ db }: Ctx, factoryId: number, kept: FactoryPostView) {
  const { post } = await facts(db, { post: descriptionOf(factoryId, kept.id) });
  return { data: post === null ? kept : { ...kept, ...post, hashtags: [...post.hashtags] } };
}

interface Publishing {
  /** The id of the account if it is new. */
  readonly id: number;
  readonly factoryId: number;
  readonly platform: Platform;
  readonly externalId: string;
  readonly granter: Granter | null;
}

interface PublishingAccount extends PublisherRecord {
  /** The account if the factory does not have it yet. */
  readonly added: NewListedAccount | null;
}

/** The account of the factory that has published the post. The platform is asked for the name of one that the factory does not have. */
async function publishing(
  ctx: Ctx,
  { id, factoryId, platform, externalId, granter }: Publishing,
): Promise<PublishingAccount> {
  const accountOf = async (handle: string | null): Promise<PublishingAccount | null> => {
    const publisher = { platform, externalId, handle };
    const { account } = await facts(ctx.db, { account: accountOfPublisher(factoryId, publisher) });
    return account && { ...account, added: null };
  };
  const known = await accountOf(granter?.handle ?? null);
  if (known !== null) return known;
  const channel = granter === null ? await readPublisher(ctx, platform, externalId) : null;
  const handle = granter?.handle ?? channel?.handle ?? externalId;
  const named = granter === null ? await accountOf(handle) : null;
  if (named !== null) return named;
  const title = channel?.title ?? null;
  const socialAccountId = granter?.id ?? null;
  const added = { id, factoryId, platform, externalId, handle, title, socialAccountId, createdAt: ctx.now() };
  return { id, handle, tags: [], added };
}
