import type {
  SimulatedAccount,
  SimulatedPost,
} from '../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';

/** A public post, with what its platform says about it. */
export const aSimulatedPost = (
  own: Pick<SimulatedPost, 'id' | 'media' | 'title'> & Partial<SimulatedPost>,
): SimulatedPost => ({
  publishedAt: '2026-05-01T10:00:00.000Z',
  durationSeconds: null,
  state: 'PUBLIC',
  counts: { views: 7, likes: 6, comments: 5, saves: 4, shares: 3 },
  ...own,
});

/** An account without posts, unless they are given. */
export const aSimulatedAccount = (
  own: Pick<SimulatedAccount, 'externalId' | 'handle' | 'title'> & Partial<SimulatedAccount>,
): SimulatedAccount => ({
  description: 'About',
  followers: 12,
  posts: [],
  audience: null,
  pictureUrl: undefined,
  ...own,
});
