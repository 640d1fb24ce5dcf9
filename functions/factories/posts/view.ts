import type { RemovablePost } from '../../../db/factories/listed-posts.ts';
import type { FactoryPostView } from '../../../schema/factories/factory-post.ts';
import type { RemovedPostView } from '../../../schema/factories/listed-posts.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import { postUrl } from '../../social-accounts/content-url-rules.ts';

interface UnscannedPost extends Pick<FactoryPostView, 'id' | 'title' | 'durationSeconds' | 'platform'> {
  readonly accountId: number;
  readonly contentId: string;
  /** Handle of its account. */
  readonly handle: string;
  readonly hashtags: readonly string[];
  readonly publishedAt: Date;
  /** Tags of its account, sorted by name. */
  readonly tags: readonly FactoryPostView['tags'][number][];
}

/** A post of a factory that no scan has read yet. */
export const viewUnscannedPost = (post: UnscannedPost): FactoryPostView => ({
  id: post.id,
  factoryAccountId: post.accountId,
  platform: post.platform,
  url: addressOf(post),
  title: post.title,
  coverUrl: null,
  durationSeconds: post.durationSeconds,
  hashtags: [...post.hashtags],
  publishedAt: post.publishedAt.toISOString(),
  lastScannedAt: null,
  metrics: unknownMetrics,
  reasons: {},
  source: null,
  viewDefinition: null,
  history: [],
  snapshotBaseline: null,
  tags: post.tags.map(({ id, name }) => ({ id, name })),
  flags: [],
});

const unmeasured = { measuredPosts: 0, totalPosts: 1 };
const unknownMetrics = {
  ...{ views: null, likes: null, comments: null, er: null, saves: null, updatedAt: null, savesUpdatedAt: null },
  ...{ erCoverage: unmeasured, savesCoverage: unmeasured },
};

export const viewRemovedPost = (post: RemovablePost): RemovedPostView => ({
  id: post.id,
  factoryAccountId: post.accountId,
  platform: post.platform,
  url: addressOf(post),
  isAccountRemoved: post.isLast,
});

interface Addressed {
  readonly platform: Platform;
  readonly contentId: string;
  readonly handle: string;
}

const addressOf = ({ platform, contentId, handle }: Addressed) => postUrl(platform, contentId, handle);
