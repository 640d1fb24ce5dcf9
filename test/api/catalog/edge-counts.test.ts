import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { controlOf } from '../../support/control.ts';
import { ownStack } from '../../support/own-stack.ts';
import { patience } from '../../support/patience.ts';
import type { OwnStack } from '../../support/stack.ts';
import { timed } from '../../support/timed.ts';
import { aWord, shelfOf } from './shelf.ts';

let stack: OwnStack;
let shelf: ReturnType<typeof shelfOf>;
let control: ReturnType<typeof controlOf>;

ownStack(shelfOf, async (own, opened) => {
  [stack, shelf] = [own, opened];
  control = controlOf(stack.controlUrl);
  await shelf.list({});
});

/** Requests to Postgres and Redis while `act` runs. The generation is read half a second after `before`: what took longer is measured again. */
async function counted(act: () => Promise<unknown>, before: () => Promise<unknown>) {
  for (;;) {
    const readAt = await before().then(() => Date.now());
    await pause(gatherMs);
    await control.resetCounts();
    await act();
    const { neon, upstash } = await control.counts();
    if (Date.now() - readAt < 450) return { neon, upstash };
  }
}

/** Hits are counted together so long after their answers. */
const gatherMs = 250;

/** How often Redis is called for thirty hits in a row: they are hits while the generation that a miss has read is trusted. */
async function callsOfHits(topic: string): Promise<number> {
  const calls = async () => (await control.counts()).upstash;
  for (;;) {
    await pause(gatherMs);
    await shelf.list({ topic: aWord() });
    await control.resetCounts();
    const startedAt = Date.now();
    for (let turn = 0; turn < 3; turn++) await Promise.all(Array.from({ length: 10 }, () => shelf.list({ topic })));
    const isSoonEnough = Date.now() - startedAt < 300;
    await expect.poll(calls, patience).toBeGreaterThan(0);
    await pause(gatherMs);
    if (isSoonEnough) return calls();
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
    // Whatever else is counted meanwhile only adds to it.
    await vi.waitFor(async () => {
      await read();
      await control.moveOn(1_000);
      // A miss: the generation is read with it.
      const hits = await counted(read, () => shelf.list({ topic: aWord() }));
      expect(hits).toEqual({ neon: 0, upstash: 0 });
    }, patience);
    expect(await callsOfHits(topic)).toBeLessThan(10);
  });

  test('a busy isolate reads the generation at most twice a second, however much is asked', async () => {
    await shelf.list({});
    await control.resetCounts();
    const startedAt = await control.now();
    for (let step = 0; step < 20; step++) {
      for (let hits = 0; hits < 5; hits++) await shelf.list({});
      await control.moveOn(100);
    }
    const { neon } = await control.counts();
    expect(neon).toBeLessThanOrEqual(2 + ((await control.now()).getTime() - startedAt.getTime()) / 500);
  });

  test('fifty concurrent misses of one question are one query', async () => {
    const topic = aWord();
    await shelf.aCreator({ topics: [topic] });
    await shelf.list({});
    await control.resetCounts();
    const startedAt = Date.now();
    const replies = await Promise.all(Array.from({ length: 50 }, () => shelf.list({ topic })));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await control.counts()).neon).toBeLessThanOrEqual(2 + (Date.now() - startedAt) / 500);
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
    await control.moveOn(1_000);
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
    await control.moveOn(1_000);
    const answers = await Promise.all(both.map(({ page }) => page(publicId)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
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
        await control.moveOn(wait);
        const both = [() => shelf.list({ topic }), () => shelf.page(publicId)];
        const now = await Promise.all(both.map((ask) => timed(ask())));
        expect(now.map(({ status, text }) => [status, text])).toEqual(known.map(({ text }) => [200, text]));
        for (const { seconds } of now) expect(seconds).toBeLessThan(4);
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

  test('a database that hangs keeps nobody waiting who can be answered', async () => {
    const topic = aWord();
    await shelf.aCreator({ topics: [topic] });
    const known = await shelf.list({ topic });
    await control.neon('hang');
    try {
      const ask = async () => {
        const { text, seconds } = await timed(shelf.list({ topic }));
        expect(text).toBe(known.text);
        // Each first one counts: whoever waited has renewed the trust for the next.
        expect(seconds).toBeLessThan(4);
      };
      for (const startedAt = Date.now(); Date.now() - startedAt < 1_500; await pause(100)) await ask();
      // Nobody asks for so long that nothing is trusted any more.
      await control.moveOn(1_500);
      await ask();
    } finally {
      await control.neon('up');
    }
  });
});
