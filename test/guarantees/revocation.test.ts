import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type Client, clientOf } from '../support/client.ts';
import { controlOf } from '../support/control.ts';
import type { Market } from '../support/market.ts';
import { ownMarket } from '../support/own-market.ts';
import { patience } from '../support/patience.ts';
import { openAShop } from '../support/prices.ts';
import { spread } from '../support/races.ts';

let market: Market;
let instances: readonly string[];
ownMarket(
  async (own) => {
    market = own.market;
    instances = [own.stack.baseUrl, await controlOf(own.stack.controlUrl).anotherWorker()];
  },
  { vars: { RATE_LIMIT_SCALE: '1000000' } },
);

const rounds = 200;
const creators = 40;
const readers = 8;
const mostMs = 1_000;

interface Page {
  readonly owner: Client;
  readonly publicId: string;
  /** When the unpublish was answered; null from the moment that a publication is asked for. */
  goneAt: number | null;
}

const pathsOf = (publicId: string): readonly string[] => [`/api/v1/creator-pages/${publicId}`, `/creators/${publicId}`];

test('two hundred times a page is published and taken down, and no reader of two instances sees it a second later', async () => {
  const pages = await Promise.all(Array.from({ length: creators }, aPage));
  const late: string[] = [];
  let isOver = false;
  // A busy machine has longer, by what its own answers take, up to half a second.
  let slowestMs = 0;
  const reading = Array.from({ length: readers }, async (_, reader) => {
    const base = instances[reader % instances.length] ?? '';
    for (let turn = reader; !isOver; turn++) {
      const page = pages[turn % pages.length];
      if (!page) continue;
      const [askedAt, goneAt] = [Date.now(), page.goneAt];
      const path = pathsOf(page.publicId)[Math.floor(turn / pages.length) % 2] ?? '';
      const status = await statusOf(base + path);
      slowestMs = Math.min(500, Math.max(slowestMs, Date.now() - askedAt));
      if (goneAt === null || page.goneAt !== goneAt || askedAt - goneAt <= mostMs + slowestMs) continue;
      if (status !== 404) late.push(`${path}: ${status} after ${askedAt - goneAt} ms`);
    }
  });
  const reads = { slowestMs: () => slowestMs };
  await Promise.all(pages.map((page, index) => goRound(page, index * (rounds / creators), reads)));
  isOver = true;
  await Promise.all(reading);
  expect(late).toEqual([]);
});

/** Published until every instance shows it, and taken down at whatever moment of what they remember of it. */
async function goRound(page: Page, from: number, reads: { slowestMs(): number }): Promise<void> {
  const move = async (name: string) =>
    expect((await page.owner.post(`/influencer-profile/page/${name}`)).status).toBe(200);
  const everywhere = () =>
    Promise.all(instances.flatMap((base) => pathsOf(page.publicId).map((path) => statusOf(base + path))));
  for (let round = from; round < from + rounds / creators; round++) {
    page.goneAt = null;
    await move('publish');
    await vi.waitFor(async () => expect(await everywhere()).toEqual([200, 200, 200, 200]), patience);
    await pause(600 * spread(round));
    await move('unpublish');
    page.goneAt = Date.now();
    await pause(mostMs + reads.slowestMs() - (Date.now() - page.goneAt));
    expect(await everywhere()).toEqual([404, 404, 404, 404]);
    await pause(100);
  }
}

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
