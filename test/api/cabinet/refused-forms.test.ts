import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { type Fields, formIn, hasForm } from '../../support/cabinet/form-in.ts';
import { filled, type Visitor, visitorAt, visitorOf } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const path = '/cabinet/campaigns/new';
const invalid = (): Fields => [
  ['form', 'create'],
  ['idempotencyKey', randomUUID()],
  ['title', ''],
];
const asScript = (visitor: Visitor, fields: Fields) => visitor.post(path, fields, { accept: 'application/json' });
const codeOf = ({ html }: { html: string }): string => JSON.parse(html).code;

async function anAdvertiser() {
  const { id } = await market.anAdvertiser();
  return { id, visitor: await visitorOf(market, baseUrl, id) };
}

test('an invalid form counts against the limit', async () => {
  const { visitor } = await anAdvertiser();
  const refused = await asScript(visitor, invalid());
  expect([refused.status, codeOf(refused)]).toEqual([400, 'VALIDATION_FAILED']);
  expect(refused.headers.get('ratelimit')).toMatch(/r=\d+/);
});

test('an invalid form of an ended session is 401', async () => {
  const { id, visitor } = await anAdvertiser();
  expect((await visitor.get(path)).status).toBe(200);
  await market.pool.query('delete from sessions where user_id = $1', [id]);
  await expect.poll(async () => (await asScript(visitor, invalid())).status, { timeout: 10_000 }).toBe(401);
});

test('a form is refused for the roles that its user has now', async () => {
  const { id, visitor } = await anAdvertiser();
  await market.pool.query(`update users set roles = '{CREATOR}' where id = $1`, [id]);
  await expect.poll(async () => (await asScript(visitor, invalid())).status, { timeout: 10_000 }).toBe(403);
  await market.pool.query(`update users set roles = '{ADVERTISER}' where id = $1`, [id]);
  await expect.poll(async () => (await asScript(visitor, invalid())).status, { timeout: 10_000 }).toBe(400);
});

test('an export counts as an export, not as a page', async () => {
  const { visitor } = await anAdvertiser();
  const limitOf = (shown: { headers: Headers }) => /"([\w-]+)"/.exec(shown.headers.get('ratelimit') ?? '')?.[1];
  expect(limitOf(await visitor.get('/cabinet/wallet/statement?month=2026-11'))).not.toBe(
    limitOf(await visitor.get('/cabinet/wallet')),
  );
});

test.each(['__proto__', 'constructor', 'toString'])('a form named %s is 404', async (name) => {
  const { visitor } = await anAdvertiser();
  expect((await visitor.post(path, [['form', name]])).status).toBe(404);
});

const aDraft = async (visitor: Visitor, title: string): Promise<Fields> =>
  filled(formIn((await visitor.get(path)).html, 'create'), {
    ...{ title, brief: 'Show the can.', platforms: 'YOUTUBE', budgetCents: '100' },
    ...{ 'payment.model': 'FIXED', 'payment.rewardCents': '12.50' },
  });

test('the summary of a refused form names each field by its label, and leads to it', async () => {
  const { visitor } = await anAdvertiser();
  const { html } = await visitor.post(
    path,
    filled(await aDraft(visitor, ''), { platforms: '', budgetCents: 'x', 'requirements.minSeconds': '0' }),
  );
  const links = [...html.matchAll(/<li><a href="#([^"]+)">([^:<]+): /g)];
  expect(new Set(links.map(([, , label]) => label))).toEqual(
    new Set(['Budget', 'Minimum duration', 'Platforms', 'Title']),
  );
  for (const [, id] of links) expect(html).toContain(`id="${id}"`);
});

test('a form that lost its key gets another one, and can be sent again', async () => {
  const { visitor } = await anAdvertiser();
  const lost = filled(await aDraft(visitor, 'Tea'), { idempotencyKey: 'x' });
  const refused = await visitor.post(path, lost);
  const again = formIn(refused.html, 'create');
  expect(refused.status).toBe(400);
  expect((await visitor.post(path, again)).status).toBe(303);
});

test('a second version of a form says that the first one was done, and can be sent as another one', async () => {
  const { visitor } = await anAdvertiser();
  const sent = await aDraft(visitor, 'First');
  expect((await visitor.post(path, sent)).status).toBe(303);
  const second = await visitor.post(path, filled(sent, { title: 'Second' }));
  expect(second.status).toBe(409);
  expect(wordsOf(second.html)).toContain('You sent this form before with other values, and Castline used those.');
  expect((await visitor.post(path, formIn(second.html, 'create'))).status).toBe(303);
});

test('a page that does not show a refused form again says why it was refused', async () => {
  const { visitor } = await anAdvertiser();
  const { headers } = await visitor.post(path, await aDraft(visitor, 'Ended'));
  const campaign = headers.get('location') ?? '';
  const tab = formIn((await visitor.get(campaign)).html, 'cancel');
  expect((await visitor.submit(campaign, 'cancel')).status).toBe(303);
  const refused = await visitor.post(campaign, tab);
  expect([refused.status, hasForm(refused.html, 'cancel')]).toEqual([409, false]);
  expect(refused.html.match(/role="alert"/g)).toHaveLength(1);
  expect(wordsOf(refused.html)).toMatch(/campaign (has ended|is cancelled)|changed/i);
});

test('a form without a session has the limit of guests', async () => {
  const guest = visitorAt(baseUrl);
  expect((await guest.post(path, invalid())).status).toBe(401);
});
