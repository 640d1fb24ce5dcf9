import { describe, expect, test } from 'vitest';
import { keyedYoutube } from '../../../support/social/keyed-youtube.ts';
import { rich, spending } from '../../../support/social/meters.ts';
import { ownSimulator } from '../../../support/social/own-simulator.ts';

const apiKey = 'a-key';
const { simulated, simulator } = await ownSimulator('YOUTUBE', { youtubeKey: apiKey });

const opened = (spend = rich) => keyedYoutube(`${simulated.url}/youtube/v3`, apiKey, spend);

describe('the latest videos', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const video = (id: string, days: number) => ({ id, publishedAt: daysAgo(days), views: 1 });
  const latestOf = (handle: string, page: { limit: number; cursor?: string }) =>
    opened().latest(simulator.externalIdOf(handle), 'APP', page);

  test('come page by page, with their times', async () => {
    const videos = [video('a', 1), video('b', 2), video('c', 3)];
    await simulator.change('newest', { posts: videos });
    const first = await latestOf('newest', { limit: 2 });
    expect(first.posts.map(({ contentId }) => contentId)).toEqual(['a', 'b']);
    const at = new Date(videos[0]?.publishedAt ?? '');
    expect(first.posts[0]?.publishedAt).toEqual(new Date(Math.floor(at.getTime() / 1000) * 1000));
    const second = await latestOf('newest', { limit: 2, cursor: first.next ?? '' });
    expect(second).toMatchObject({ posts: [{ contentId: 'c' }], next: null });
  });

  test('are listed with one request for the channel, whatever the number of pages', async () => {
    await simulator.change('walked', { posts: [video('w1', 1), video('w2', 2), video('w3', 3)] });
    const { listId } = (await opened().channel({ handle: 'walked' }, 'APP')) ?? expect.fail();
    const adapter = opened();
    const [id, ids] = [simulator.externalIdOf('walked'), []] as [string, string[]];
    let cursor: string | null | undefined;
    for (; cursor !== null; ) {
      const page = await adapter.latest(id, 'APP', { limit: 1, listId, ...(cursor && { cursor }) });
      ids.push(...page.posts.map(({ contentId }) => contentId));
      cursor = page.next;
    }
    expect(ids).toEqual(['w1', 'w2', 'w3']);
    expect(await simulator.callsFor('walked')).toEqual({ channels: 1, playlistItems: 3 });
    // Without the list of the channel, the first page asks for it, and no later one does.
    const first = await latestOf('walked', { limit: 1 });
    await latestOf('walked', { limit: 1, cursor: first.next ?? '' });
    expect(await simulator.callsFor('walked')).toEqual({ channels: 2, playlistItems: 5 });
  });

  test('end when YouTube repeats the mark of a page', async () => {
    await simulator.change('looping', { posts: [video('l1', 1), video('l2', 2)], fails: 'page-cursor-loop' });
    const first = await latestOf('looping', { limit: 1 });
    expect(first.next).not.toBeNull();
    expect((await latestOf('looping', { limit: 1, cursor: first.next ?? '' })).next).toBeNull();
  });

  test('are listed without announced ones, if the caller wants so, for one more request', async () => {
    const posts = [{ ...video('soon', 0), state: 'UPCOMING' as const }, video('shown', 1)];
    await simulator.change('announcing', { posts });
    const id = simulator.externalIdOf('announcing');
    const counting = spending(() => true);
    const page = await opened(counting).latest(id, 'APP', { limit: 5, withoutAnnounced: true });
    expect(page.posts.map(({ contentId }) => contentId)).toEqual(['shown']);
    expect(counting.wanted.map(({ units }) => units)).toEqual([3]);
    expect(await simulator.callsFor('announcing')).toEqual({ channels: 1, playlistItems: 1, videos: 1 });
    expect((await opened().latest(id, 'APP', { limit: 5 })).posts).toHaveLength(2);
  });

  test('are empty for a channel without any and for a deleted one', async () => {
    await simulator.change('empty', { posts: [] });
    await simulator.change('terminated', { isGone: true });
    const none = { posts: [], next: null };
    expect([await latestOf('empty', { limit: 50 }), await latestOf('terminated', { limit: 50 })]).toEqual([none, none]);
  });
});
