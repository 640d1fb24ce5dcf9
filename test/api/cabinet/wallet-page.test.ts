import papaparse from 'papaparse';
import { afterAll, expect, test } from 'vitest';
import { keyedVisitor } from '../../support/cabinet/keyed-visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { created, marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

async function aSpender() {
  const { id } = await market.anAdvertiser({ fundsCents: 100_000 });
  const { visitor, api, apiKey } = await keyedVisitor(market, baseUrl, id);
  const quoted = await market.aQuote({ id, api, apiKey }, await market.aListing());
  created(await market.checkOut({ id, api, apiKey }, quoted));
  return { id, visitor, api, quoted };
}

const rowsOf = (csv: string) => papaparse.parse<Record<string, string>>(csv.trimEnd(), { header: true }).data;

test('the wallet shows the balance, the reserve and the transactions of the API', async () => {
  const { visitor, api, quoted } = await aSpender();
  const { html } = await visitor.get('/cabinet/wallet');
  const words = wordsOf(html);
  for (const text of ['895.00 USDT', '105.00 USDT', '\u2212105.00 USDT', '+1,000.00 USDT'])
    expect(words).toContain(text);
  expect(words).toContain('Castline counts one USDT as one USD.');
  expect(words).not.toContain('To be paid for work');
  const [{ counterpartName }] = (await api.get('/wallet/transactions')).body.data;
  expect(words).toContain(`A mention ${counterpartName}`);
  expect(html).toContain(`href="/cabinet/orders/${quoted.orderId}"`);
  await market.expectSoundLedger();
});

test('the wallet says whom to write to about a payment, and by which number staff finds the user', async () => {
  const { id } = await market.anAdvertiser();
  const { visitor, api } = await keyedVisitor(market, baseUrl, id);
  const { html } = await visitor.get('/cabinet/wallet');
  const contact = (await api.get('/wallet')).body.data.operatorContact;
  expect(html).toContain(`<a href="mailto:${contact}?subject=Payment%20of%20user%20${id}">${contact}</a>`);
  expect(wordsOf(html).replaceAll(' ,', ',')).toContain(`State your user id, ${id}, with each transfer`);
});

test('the statement has the transactions of its month alone', async () => {
  const { visitor, api, quoted } = await aSpender();
  const month = new Date().toISOString().slice(0, 7);
  const file = await visitor.get(`/cabinet/wallet/statement?month=${month}`);
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="castline-${month}.csv"`);
  expect(rowsOf(file.html)).toMatchObject([
    {
      ...{ type: 'RESERVE', received: '', paid: '105.00', balanceAfter: '895.00' },
      ...{ referenceId: String(quoted.orderId), title: 'A mention', counterpartName: expect.stringMatching(/./) },
    },
    { type: 'DEPOSIT', received: '1000.00', paid: '', balanceAfter: '1000.00', currency: 'USDT', title: '' },
  ]);
  const { text } = await api.get(`/wallet/transactions/export?month=${month}`);
  expect(text).toMatch(/^\uFEFF"id","createdAt",.*\r\n"\d+","/);
  expect(rowsOf((await api.get('/wallet/transactions/export?month=2020-01')).text)).toEqual([]);
  expect((await api.get('/wallet/transactions/export?month=2020-13')).status).toBe(400);
});

test('the wallet offers the months since the first transaction of its user', async () => {
  const { id } = await market.anAdvertiser();
  const { visitor, api } = await keyedVisitor(market, baseUrl, id);
  const monthsIn = (html: string) => [...html.matchAll(/<option value="(\d{4}-\d{2})"/g)].map(([, month]) => month);
  expect((await visitor.get('/cabinet/wallet')).html).not.toContain('Statement of a month');
  const depositAt = (at: string, name: string) =>
    market.pool.query(`select ledger_post('DEPOSIT', 'payment', $1, $2, $3)`, [
      `${name}-${id}`,
      at,
      JSON.stringify([
        { owner: id, account: 'AVAILABLE', amount: '1000000' },
        { owner: null, account: 'EXTERNAL', amount: '-1000000' },
      ]),
    ]);
  const first = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 2)).toISOString();
  await depositAt(first, 'first');
  await depositAt(new Date().toISOString(), 'second');
  expect((await api.get('/wallet')).body.data.firstTransactionAt).toBe(first);
  const months = monthsIn((await visitor.get('/cabinet/wallet')).html);
  expect([months.length, months.at(-1)]).toEqual([3, first.slice(0, 7)]);
});

test('a reference that looks like a formula stays a text in the statement', async () => {
  const { id, visitor } = await aSpender();
  const legs = [
    { owner: id, account: 'AVAILABLE', amount: '1000000' },
    { owner: null, account: 'EXTERNAL', amount: '-1000000' },
  ];
  const formula = `=HYPERLINK("https://other.example/${id}")`;
  await market.pool.query(`select ledger_post('DEPOSIT', 'payment', $1, now(), $2)`, [formula, JSON.stringify(legs)]);
  const { html } = await visitor.get(`/cabinet/wallet/statement?month=${new Date().toISOString().slice(0, 7)}`);
  expect(rowsOf(html)[0]?.referenceId).toBe(`'${formula}`);
});
