import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { worldsOf } from '../../support/factories/worlds.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf(shared);
afterAll(() => market.close());

let staff: Visitor;
beforeAll(async () => {
  staff = await visitorOf(market, shared.baseUrl, await market.aUser(['STAFF']));
});

const path = '/cabinet/staff/factories';
const tilesIn = (html: string) =>
  [...html.matchAll(/<div class="card tile"><dt>([^<]+)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name, shown = '']) => [
    name,
    wordsOf(shown).trim(),
  ]);

test('staff sees the sums of a factory by its id, the same as its owner by the API', async () => {
  const { owner, factoryId } = await worldsOf({ stack: shared, market }, randomNumbers().random).aWorld(new Date());
  const { data } = (await owner.api.get(`/factories/${factoryId}/summary`)).body;
  const { html } = await staff.get(`${path}?id=${factoryId}`);
  const shown = new Map(tilesIn(html).map(([name = '', value = '']) => [name, value]));
  expect(shown.get('Posts')).toBe(data.publications.toLocaleString('en-US'));
  expect(shown.get('Views')).toMatch(
    new RegExp(`^${data.views.toLocaleString('en-US')} Sum of the known views As defined by `),
  );
  expect(html).toContain('id="chart-views"');
});

test('an id that no factory has, and no id, show no figures', async () => {
  for (const [id, words] of [
    ['999999999', 'No factory has the id 999999999.'],
    ['x', 'No factory has the id x.'],
    ['', 'Type the id of a content factory'],
  ]) {
    const { status, html } = await staff.get(`${path}?id=${id}`);
    expect(status).toBe(200);
    expect(wordsOf(html)).toContain(words);
    expect(tilesIn(html)).toEqual([]);
  }
});

test('a period that is no date is refused with its field', async () => {
  const { status, html } = await staff.get(`${path}?id=1&from=soon`);
  expect(status).toBe(400);
  expect(wordsOf(html)).toContain('from');
});
