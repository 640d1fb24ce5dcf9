import { expect, test, vi } from 'vitest';
import { type Client, clientOf } from '../support/client.ts';
import type { Market } from '../support/market/market.ts';
import { openAShop } from '../support/market/prices.ts';
import { controlOf } from '../support/stack/control.ts';
import { depth } from '../support/stack/depth.ts';
import { ownMarket } from '../support/stack/own-market.ts';
import { pollTimeout } from '../support/stack/poll-timeout.ts';
import { spread } from '../support/stack/races.ts';

let market: Market;
let control: ReturnType<typeof controlOf>;
let instances: readonly string[];
ownMarket(
  async (own) => {
    market = own.market;
    control = controlOf(own.stack.controlUrl);
    instances = [own.stack.baseUrl, await control.anotherInstance()];
  },
  { vars: { RATE_LIMIT_SCALE: '1000000' } },
);

const times = depth(6, 200);
const creators = depth(3, 10);
const readers = depth(2, 8);
const maxMs = 1_000;

interface Page {
  readonly owner: Client;
  readonly publicId: string;
  /** The time of the unpublish answer by the clock of the stack; null once a publication is requested. */
  goneAt: number | null;
}

const pathsOf = (publicId: string): readonly string[] => [`/api/v1/creator-pages/${publicId}`, `/creators/${publicId}`];

test(`readers of two instances see no page one second after it was unpublished, ${times} times`, async () => {
  const pages = await Promise.all(Array.from({ length: creators }, aPage));
  const late: string[] = [];
  let isOver = false;
  // On a busy machine the limit grows by the duration of its answers, up to half a second.
  let slowestMs = 0;
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const moveOn = async (ms: number) => {
    aheadMs = await control.moveOn(ms);
  };
  const reading = Array.from({ length: readers }, async (_, reader) => {
    const base = instances[reader % instances.length] ?? '';
    for (let turn = reader; !isOver; turn++) {
      const page = pages[turn % pages.length];
      if (!page) continue;
      const [askedAt, startedAt, goneAt] = [now(), Date.now(), page.goneAt];
      const path = pathsOf(page.publicId)[Math.floor(turn / pages.length) % 2] ?? '';
      const status = await statusOf(base + path);
      slowestMs = Math.min(500, Math.max(slowestMs, Date.now() - startedAt));
      if (goneAt === null || page.goneAt !== goneAt || askedAt - goneAt <= maxMs + slowestMs) continue;
      if (status !== 404) late.push(`${path}: ${status} after ${askedAt - goneAt} ms`);
    }
  });
  const everywhere = () => Promise.all(pages.map(answersFor));
  // Publishes pages until every instance shows them, and unpublishes them at random points of the cache lifetime.
  async function goRound(round: number): Promise<void> {
    for (const page of pages) page.goneAt = null;
    await Promise.all(pages.map((page) => move(page, 'publish')));
    await moveOn(maxMs);
    await vi.waitFor(
      async () => expect(await everywhere()).toEqual(pages.map(() => [200, 200, 200, 200])),
      pollTimeout,
    );
    await moveOn(600 * spread(round));
    await Promise.all(
      pages.map(async (page) => {
        await move(page, 'unpublish');
        page.goneAt = now();
      }),
    );
    await moveOn(maxMs + slowestMs);
    expect(await everywhere()).toEqual(pages.map(() => [404, 404, 404, 404]));
  }
  try {
    for (let round = 0; round < times / creators; round++) await goRound(round);
  } finally {
    isOver = true;
    await Promise.all(reading);
  }
  expect(late).toEqual([]);
});

async function move({ owner }: Page, name: string): Promise<void> {
  expect((await owner.post(`/influencer-profile/page/${name}`)).status).toBe(200);
}

/** The statuses of both URLs of the page from every instance. */
const answersFor = ({ publicId }: Page): Promise<number[]> =>
  Promise.all(instances.flatMap((base) => pathsOf(publicId).map((path) => statusOf(base + path))));

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.status;
}

async function aPage(): Promise<Page> {
  const id = await market.aUser(['CREATOR']);
  await market.anEmptyProfile(id);
  const owner = clientOf(instances[0] ?? '', await market.aKey(id));
  await owner.patch('/influencer-profile', { expectedVersion: 1, displayName: 'Mira Plays' });
  await openAShop({ api: owner });
  const { publicId } = (await owner.get('/influencer-profile')).body.data;
  return { owner, publicId, goneAt: null };
}
