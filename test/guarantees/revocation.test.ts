import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlOf } from '../support/control.ts';
import { aPerson, type Person } from '../support/people.ts';
import { openAShop } from '../support/prices.ts';
import { type OwnStack, startStack } from '../support/stack.ts';

let stack: OwnStack;
let instances: readonly string[];
beforeAll(async () => {
  stack = await startStack({ vars: { RATE_LIMIT_SCALE: '1000000' } });
  instances = [stack.baseUrl, await controlOf(stack.controlUrl).anotherWorker()];
});
afterAll(async () => {
  await stack.stop();
});

const rounds = 200;
const creators = 20;
const readers = 8;
const mostMs = 1_000;

interface Page {
  readonly owner: Person;
  readonly publicId: string;
  /** When the unpublish was answered; null from the moment that a publication is asked for. */
  goneAt: number | null;
}

const pathsOf = (publicId: string): readonly string[] => [`/api/v1/creator-pages/${publicId}`, `/creators/${publicId}`];

test('two hundred times a page is published and taken down, and no reader of two instances sees it a second later', async () => {
  const pages: Page[] = [];
  // One after the other: each hashes a password.
  while (pages.length < creators) pages.push(await aPage());
  const seen = { shown: 0, gone: 0, late: [] as string[] };
  let isOver = false;
  const reading = Array.from({ length: readers }, async (_, reader) => {
    const base = instances[reader % instances.length] ?? '';
    for (let turn = reader; !isOver; turn++) {
      const page = pages[turn % pages.length];
      if (!page) continue;
      const [askedAt, goneAt] = [Date.now(), page.goneAt];
      const path = pathsOf(page.publicId)[Math.floor(turn / pages.length) % 2] ?? '';
      const { status } = await fetch(base + path).then(async (answer) => ({
        status: answer.status,
        text: await answer.text(),
      }));
      if (status === 200) seen.shown++;
      if (goneAt === null || page.goneAt !== goneAt || askedAt - goneAt <= mostMs) continue;
      if (status === 404) seen.gone++;
      else seen.late.push(`${path}: ${status} after ${askedAt - goneAt} ms`);
    }
  });
  await Promise.all(pages.map((page) => goRound(page, rounds / creators)));
  isOver = true;
  await Promise.all(reading);
  expect(seen.late).toEqual([]);
  expect(seen.shown).toBeGreaterThan(rounds);
  expect(seen.gone).toBeGreaterThan(rounds);
});

async function goRound(page: Page, times: number): Promise<void> {
  const move = async (name: string) =>
    expect((await page.owner.keyed.post(`/influencer-profile/page/${name}`)).status).toBe(200);
  for (let round = 0; round < times; round++) {
    page.goneAt = null;
    await move('publish');
    await pause(300 + Math.random() * 900);
    await move('unpublish');
    page.goneAt = Date.now();
    await pause(mostMs + 400);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function aPage(): Promise<Page> {
  const owner = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
  await owner.keyed.patch('/influencer-profile', { expectedVersion: 1, displayName: 'Mira Plays' });
  await openAShop({ api: owner.keyed });
  const { publicId } = (await owner.keyed.get('/influencer-profile')).body.data;
  return { owner, publicId, goneAt: null };
}
