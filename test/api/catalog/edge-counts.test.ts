import { describe, expect, test } from 'vitest';
import { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownStack } from '../../support/stack/own-stack.ts';
import { pollTimeout } from '../../support/stack/poll-timeout.ts';
import type { OwnStack } from '../../support/stack/stack.ts';
import { aWord, shelfOf } from './shelf.ts';

const concurrent = depth(15, 50);

let stack: OwnStack;
let shelf: ReturnType<typeof shelfOf>;
let control: ReturnType<typeof controlOf>;

ownStack(shelfOf, async (own, opened) => {
  [stack, shelf] = [own, opened];
  control = controlOf(stack.controlUrl);
  // Only the tests move the clock, so they decide when the cache expires and hits are counted.
  await control.holdClock(true);
});

/** Counts requests to Postgres and Redis during `act`. The generation was just read and all hits are counted. */
async function counted(act: () => Promise<unknown>) {
  await control.moveOn(1_000);
  await shelf.list({ topic: aWord() });
  await control.untilHitsAreCounted();
  await control.resetCounts();
  await act();
  return callsSince();
}

async function callsSince() {
  const { neon, upstash } = await control.counts();
  return { neon, upstash };
}

describe('guest reads at the edge', () => {
  test('a cache miss sends one statement to Postgres and at most one command batch to Redis', async () => {
    const { neon, upstash } = await counted(async () => {
      await shelf.list({ topic: aWord() });
      await control.untilHitsAreCounted();
    });
    expect(neon).toBe(1);
    expect(upstash).toBeLessThanOrEqual(1);
  });

  test('a cache hit waits for neither Postgres nor Redis, and is counted afterwards', async () => {
    const topic = aWord();
    const { publicId } = await shelf.aCreator({ topics: [topic] });
    const read = () => Promise.all([shelf.list({ topic }), shelf.page(publicId), shelf.guest.get('/dictionaries')]);
    await read();
    const hits = await counted(async () => {
      for (let turn = 0; turn < 10; turn++) await read();
    });
    expect(hits).toEqual({ neon: 0, upstash: 0 });
    await control.untilHitsAreCounted();
    expect(await callsSince()).toEqual({ neon: 0, upstash: 1 });
  });

  test('a busy isolate reads the generation at most twice a second', async () => {
    await shelf.list({});
    const { neon } = await counted(async () => {
      for (let step = 0; step < 10; step++) {
        for (let hits = 0; hits < 10; hits++) await shelf.list({});
        await control.untilHitsAreCounted();
      }
    });
    // Ten steps are two seconds.
    expect(neon).toBeLessThanOrEqual(4);
    expect(neon).toBeGreaterThan(0);
  });

  test(`${concurrent} concurrent misses of one cache key send one query`, async () => {
    const topic = aWord();
    await shelf.aCreator({ topics: [topic] });
    const { neon } = await counted(async () => {
      const replies = await Promise.all(Array.from({ length: concurrent }, () => shelf.list({ topic })));
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    });
    expect(neon).toBe(1);
  });

  test('equivalent query strings share one cache entry', async () => {
    const topic = aWord();
    await shelf.aCreator({ topics: [topic], channels: [{ platform: 'KICK' }] });
    const spellings = [
      `topic=${topic}&platform=KICK&limit=20`,
      `platform=kick&topic=${topic.toUpperCase()}`,
      `utm_campaign=x&topic=${topic}&platform=Kick&sort=relevance`,
      `topic=${topic}&platform=KICK&sort=activity&availability=AVAILABLE&q=%20`,
    ];
    await shelf.guest.get(`/creator-catalog?${spellings[0]}`);
    const seen = await counted(() =>
      Promise.all(
        spellings.map((query) =>
          shelf.guest.get(`/creator-catalog?${query}`, { headers: { authorization: 'Bearer x', cookie: aWord() } }),
        ),
      ),
    );
    expect(seen.neon).toBe(0);
  });

  test('an idle isolate reads the generation before it answers, so earlier revocations take effect at once', async () => {
    const topic = aWord();
    const { id, publicId } = await shelf.aCreator({ topics: [topic] });
    await Promise.all([shelf.list({ topic }), shelf.page(publicId)]);
    await shelf.run('update users set suspended_at = now() where id = $1', [id]);
    await shelf.refresh(id);
    await control.moveOn(1_000);
    expect((await shelf.page(publicId)).status).toBe(404);
    expect((await shelf.list({ topic })).body.data).toEqual([]);
  });

  test('a second instance drops a changed answer within one second', async () => {
    const topic = aWord();
    const { id, publicId } = await shelf.aCreator({ topics: [topic] });
    const other = shelfOf({ ...stack, baseUrl: await control.anotherInstance() });
    const both = [shelf, other];
    await Promise.all(both.flatMap(({ list, page }) => [list({ topic }), page(publicId)]));
    await shelf.run(`update creator_pages set status = 'UNPUBLISHED' where creator_id = $1`, [id]);
    await shelf.refresh(id);
    await control.moveOn(1_000);
    const answers = await Promise.all(both.map(({ page }) => page(publicId)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    await other.close();
  });
});

describe('the catalog while Postgres is down', () => {
  test('serves cached answers, returns 503 for uncached paths, and recovers afterwards', async () => {
    const topic = aWord();
    const { id, publicId } = await shelf.aCreator({ topics: [topic] });
    const read = () => Promise.all([shelf.list({ topic }), shelf.page(publicId)]);
    const known = await read();
    await control.postgres('stop');
    try {
      for (const wait of [0, 1_200, 1_200]) {
        await control.moveOn(wait);
        await control.resetCounts();
        const now = await read();
        expect(now.map(({ status, text }) => [status, text])).toEqual(known.map(({ text }) => [200, text]));
        // Each request calls Postgres at most once and waits for no timeout: no timeout ends while the clock is held.
        expect((await control.counts()).neon).toBeLessThanOrEqual(2);
      }
      const missed = await shelf.list({ topic: aWord() });
      expect([missed.status, missed.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(missed.headers.get('retry-after')).toMatch(/^\d+$/);
    } finally {
      await control.postgres('start');
    }
    await shelf.run('update users set suspended_at = now() where id = $1', [id]);
    await shelf.refresh(id);
    await control.moveOn(1_000);
    expect((await shelf.page(publicId)).status).toBe(404);
  });

  test('waits for a hanging database only after one second, and then returns 503', async () => {
    const topic = aWord();
    await shelf.aCreator({ topics: [topic] });
    const known = await shelf.list({ topic });
    await control.untilHitsAreCounted();
    // The generation is trusted for one second. After half of it a hit refreshes it in the background, and this read
    // never returns.
    await control.moveOn(1_000);
    expect((await shelf.list({ topic })).text).toBe(known.text);
    await control.neon('hang');
    try {
      await control.resetCounts();
      for (let step = 0; step < 10; step++) {
        expect((await shelf.list({ topic })).text).toBe(known.text);
        await control.moveOn(100);
      }
      expect((await control.counts()).neon).toBe(1);
      const requested = shelf.list({ topic });
      await expect.poll(async () => (await control.counts()).neon, pollTimeout).toBe(2);
      await control.endTimeouts();
      const reply = await requested;
      expect([reply.status, reply.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    } finally {
      await control.neon('up');
    }
  });
});
