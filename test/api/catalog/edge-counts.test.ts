import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlOf } from '../../support/control.ts';
import { type OwnStack, startStack } from '../../support/stack.ts';
import { aWord, shelfOf, withinASecond } from './shelf.ts';

let stack: OwnStack;
let shelf: ReturnType<typeof shelfOf>;
let control: ReturnType<typeof controlOf>;

beforeAll(async () => {
  stack = await startStack();
  shelf = shelfOf(stack);
  control = controlOf(stack.controlUrl);
  await shelf.list({});
});
afterAll(async () => {
  await shelf.close();
  await stack.stop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Requests to Postgres and Redis while `act` runs. What was measured across a second is measured again. */
async function counted(act: () => Promise<unknown>, before: () => Promise<unknown> = async () => {}) {
  for (;;) {
    await before();
    await control.resetCounts();
    const startedAt = Date.now();
    await act();
    const { neon, upstash } = await control.counts();
    if (Date.now() - startedAt < 400) return { neon, upstash };
  }
}

describe('what a guest read costs', () => {
  test('a miss is one statement and at most one call to Redis', async () => {
    await shelf.list({ topic: aWord() });
    await pause(300);
    const { neon, upstash } = await counted(
      () => shelf.list({ topic: aWord() }),
      () => shelf.list({ topic: aWord() }),
    );
    expect(neon).toBe(1);
    expect(upstash).toBeLessThanOrEqual(1);
  });

  test('a hit waits for neither, and is counted afterwards', async () => {
    const topic = aWord();
    const { publicId } = await shelf.aCreator({ topics: [topic] });
    const read = () => Promise.all([shelf.list({ topic }), shelf.page(publicId), shelf.guest.get('/dictionaries')]);
    const hits = await counted(read, async () => {
      await pause(1_100);
      await shelf.list({ topic: aWord() });
      await read();
      await read();
      await pause(250);
    });
    expect(hits).toEqual({ neon: 0, upstash: 0 });
    await pause(400);
    expect((await control.counts()).upstash).toBe(1);
  });

  test('a busy isolate reads the generation at most twice a second, however much is asked', async () => {
    await shelf.list({});
    await control.resetCounts();
    const until = Date.now() + 2_000;
    let hits = 0;
    for (; Date.now() < until; hits++) await shelf.list({});
    const { neon } = await control.counts();
    expect(hits).toBeGreaterThan(50);
    expect(neon).toBeLessThanOrEqual(6);
  });

  test('fifty concurrent misses of one question are one query', async () => {
    const topic = aWord();
    await shelf.aCreator({ topics: [topic] });
    await shelf.list({});
    await control.resetCounts();
    const replies = await Promise.all(Array.from({ length: 50 }, () => shelf.list({ topic })));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await control.counts()).neon).toBeLessThanOrEqual(2);
  });

  test('equal questions are one entry, however they are written', async () => {
    const topic = aWord();
    await shelf.aCreator({ topics: [topic], channels: [{ platform: 'KICK' }] });
    const spellings = [
      `topic=${topic}&platform=KICK&limit=20`,
      `platform=kick&topic=${topic.toUpperCase()}`,
      `utm_campaign=x&topic=${topic}&platform=Kick&sort=relevance`,
      `topic=${topic}&platform=KICK&sort=activity&availability=AVAILABLE&q=%20`,
    ];
    const seen = await counted(
      () =>
        Promise.all(
          spellings.map((query) =>
            shelf.guest.get(`/creator-catalog?${query}`, { headers: { authorization: 'Bearer x', cookie: aWord() } }),
          ),
        ),
      () => shelf.guest.get(`/creator-catalog?${spellings[0]}`),
    );
    expect(seen.neon).toBe(0);
  });

  test('an idle isolate asks before it answers: what was revoked long ago is gone at once', async () => {
    const topic = aWord();
    const { id, publicId } = await shelf.aCreator({ topics: [topic] });
    await Promise.all([shelf.list({ topic }), shelf.page(publicId)]);
    await shelf.run('update users set suspended_at = now() where id = $1', [id]);
    await shelf.refresh(id);
    await pause(1_100);
    expect((await shelf.page(publicId)).status).toBe(404);
    expect((await shelf.list({ topic })).body.data).toEqual([]);
  });

  test('a second Worker forgets within the second too', async () => {
    const topic = aWord();
    const { id, publicId } = await shelf.aCreator({ topics: [topic] });
    const other = shelfOf({ ...stack, baseUrl: await control.anotherWorker() });
    const both = [shelf, other];
    await Promise.all(both.flatMap(({ list, page }) => [list({ topic }), page(publicId)]));
    await shelf.run(`update creator_pages set status = 'UNPUBLISHED' where creator_id = $1`, [id]);
    await shelf.refresh(id);
    const isGone = async () =>
      (await Promise.all(both.map(({ page }) => page(publicId)))).every(({ status }) => status === 404);
    expect(await withinASecond(isGone)).toBe(true);
    await other.close();
  });
});

describe('while Postgres is away', () => {
  test('the last generation stands: what was read still answers, what was not is unavailable, and all is well afterwards', async () => {
    const topic = aWord();
    const { id, publicId } = await shelf.aCreator({ topics: [topic] });
    const known = await Promise.all([shelf.list({ topic }), shelf.page(publicId)]);
    await control.postgres('stop');
    try {
      for (const wait of [0, 1_200, 1_200]) {
        await pause(wait);
        const startedAt = Date.now();
        const now = await Promise.all([shelf.list({ topic }), shelf.page(publicId)]);
        expect(now.map(({ status, text }) => [status, text])).toEqual(known.map(({ text }) => [200, text]));
        expect(Date.now() - startedAt).toBeLessThan(2_000);
      }
      const missed = await shelf.list({ topic: aWord() });
      expect([missed.status, missed.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(missed.headers.get('retry-after')).toMatch(/^\d+$/);
    } finally {
      await control.postgres('start');
    }
    await shelf.run('update users set suspended_at = now() where id = $1', [id]);
    await shelf.refresh(id);
    expect(await withinASecond(async () => (await shelf.page(publicId)).status === 404)).toBe(true);
  });

  test('a database that hangs keeps nobody waiting who can be answered', async () => {
    const topic = aWord();
    await shelf.aCreator({ topics: [topic] });
    const known = await shelf.list({ topic });
    await control.neon('hang');
    try {
      const startedAt = Date.now();
      while (Date.now() - startedAt < 4_000) {
        const askedAt = Date.now();
        expect((await shelf.list({ topic })).text).toBe(known.text);
        expect(Date.now() - askedAt).toBeLessThan(2_000);
        await pause(100);
      }
    } finally {
      await control.neon('up');
    }
  });
});
