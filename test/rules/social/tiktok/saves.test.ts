import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tiktokSavesProvider } from '../../../../functions/platform/social/saves-provider/saves-provider.ts';
import { ownSimulator } from '../../../support/social/own-simulator.ts';
import { serveRecorded } from '../../../support/social/recorded.ts';
import { isFullDepth } from '../../../support/stack/depth.ts';

const key = 'saves-key-canary-77d1';
const { simulated, simulator } = await ownSimulator('TIKTOK', { socialSecret: key });
const logged: string[] = [];
beforeEach(async () => {
  logged.length = 0;
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void logged.push(line));
  await simulator.forget('baker');
});
afterEach(() => vi.restoreAllMocks());

const at = (url: string, secret = key) =>
  tiktokSavesProvider({ TIKTOK_SAVES_URL: url, TIKTOK_SAVES_KEY: secret }) ?? expect.fail('no provider');
const provider = (secret?: string) => at(`${simulated.url}/tiktok-saves`, secret);
const post = (id: string, saves: number | null) => ({
  ...{ id, publishedAt: '2026-05-01T10:00:00.000Z', views: 5_000 },
  saves,
});

/** The saves of posts 1 and 2 in this answer. */
async function savesIn(body: unknown, status = 200) {
  const recorded = await serveRecorded({ '/saves': { status, body } });
  const saves = await at(`${recorded.url}/saves`)
    .savesOf(['1', '2'])
    .finally(() => recorded.stop());
  return [...saves.values()];
}
const unknown = ['UNAVAILABLE', 'UNAVAILABLE'];

describe("The provider of TikTok's saves", () => {
  test('is off without settings', () => {
    expect(tiktokSavesProvider({})).toBeNull();
    expect(tiktokSavesProvider({ TIKTOK_SAVES_URL: 'https://saves.example' })).toBeNull();
  });

  test('tells measured counts, 0 too, and no count of a post that hides it or does not exist', async () => {
    await simulator.change('baker', { posts: [post('71', 12), post('72', 0), post('73', null)] });
    simulated.resetCount();
    const saves = await provider().savesOf(['73', '72', '71', 'nobody']);
    expect([...saves]).toEqual([
      ['73', 'UNAVAILABLE'],
      ['72', 0],
      ['71', 12],
      ['nobody', 'UNAVAILABLE'],
    ]);
    expect(simulated.count).toBe(1);
  });

  test('is not asked about no posts, and refuses more than 100', async () => {
    simulated.resetCount();
    expect((await provider().savesOf([])).size).toBe(0);
    const ids = Array.from({ length: 101 }, (_, index) => String(index));
    await expect(provider().savesOf(ids)).rejects.toThrow('101 posts are not one call');
    expect(simulated.count).toBe(0);
    expect((await provider().savesOf(ids.slice(1))).size).toBe(100);
  });

  // The timeout takes five seconds.
  test.each(['429', '500', 'malformed', ...(isFullDepth ? (['timeout'] as const) : [])] as const)(
    'that fails with %s makes all unknown',
    async (fails) => {
      await simulator.change('baker', { fails, posts: [post('71', 12)] });
      expect([...(await provider().savesOf(['71'])).values()]).toEqual(['UNAVAILABLE']);
      expect(logged).toEqual([expect.stringContaining('saves.unavailable')]);
    },
  );

  test('that refuses the key makes all unknown, and the log has no key', async () => {
    await simulator.change('baker', { posts: [post('71', 12)] });
    expect((await provider('wrong-key-canary').savesOf(['71'])).get('71')).toBe('UNAVAILABLE');
    expect(logged.join()).toContain('the provider answered 401');
    expect(logged.join()).not.toContain('canary');
  });

  test.each([-1, 1.5, 2 ** 53, '7', null, true, undefined])(
    'with the count %j leaves that one unknown',
    async (saves) => {
      const data = [
        { id: '1', saves },
        { id: '2', saves: 3, other: 'ignored' },
      ];
      expect(await savesIn({ data })).toEqual(['UNAVAILABLE', 3]);
    },
  );

  test('that names a post twice leaves it unknown', async () => {
    const data = [
      { id: '1', saves: 4 },
      { id: '1', saves: 5 },
      { id: '2', saves: 3 },
      { id: '9', saves: 1 },
    ];
    expect(await savesIn({ data })).toEqual(['UNAVAILABLE', 3]);
  });

  test.each([[[]], [{}], [{ data: {} }], [null], ['text'], [{ data: [null, 7, [], { id: 1, saves: 4 }] }]])(
    'with the answer %j leaves all unknown',
    async (body) => {
      expect(await savesIn(body)).toEqual(unknown);
    },
  );

  test('with an answer above 4 MiB, or a redirect, leaves all unknown', async () => {
    const filler = 'x'.repeat(4 * 1024 * 1024);
    expect(await savesIn({ data: [{ id: '1', saves: 4 }], filler })).toEqual(unknown);
    expect(await savesIn({ data: [{ id: '1', saves: 4 }] }, 302)).toEqual(unknown);
  });
});
