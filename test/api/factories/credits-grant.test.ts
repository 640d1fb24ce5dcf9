import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { peopleOf } from '../../support/contract/people.ts';
import { creditsOf } from '../../support/credits.ts';
import { created, marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aFactory, statusOf } = creditsOf(market);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const staff = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
const grant = (userId: number, body: object = {}, key: string = randomUUID()) =>
  staff.twin.post(`/staff/users/${userId}/credits`, { credits: 500, reference: randomUUID(), ...body }, { key });

test('a grant adds credits without a payment, and resumes the factories that lack them', async () => {
  const { id, api } = await market.anAdvertiser();
  const [lacking, manual] = [
    await aFactory(id, { pauseReason: 'NO_CREDITS' }),
    await aFactory(id, { pauseReason: 'MANUAL' }),
  ];
  const { data } = created(await grant(id)).body;
  expect(data).toEqual({
    ...{ id: expect.any(Number), kind: 'CREDIT', reason: 'GRANT', amount: 500, balanceAfter: 500 },
    ...{ factoryId: null, factoryName: null, at: expect.any(String) },
  });
  expect((await api.get('/factories/credits/history')).body.data).toEqual([data]);
  expect((await api.get('/wallet/transactions')).body.data).toEqual([]);
  expect([await statusOf(lacking), await statusOf(manual)]).toMatchObject([
    { status: 'ACTIVE', version: 2 },
    { pause_reason: 'MANUAL', version: 1 },
  ]);
});

test('a grant happens once for each reference, for any user and however it is typed', async () => {
  const [first, second] = [await market.anAdvertiser(), await market.anAdvertiser()];
  const [reference, key] = [`Trial-${randomUUID()}`, randomUUID()];
  const granted = created(await grant(first.id, { reference }, key));
  for (const [{ id }, typed] of [
    [first, reference],
    [second, ` ${reference.toLowerCase()} `],
  ] as const)
    expect(refused(await grant(id, { reference: typed }), 'INVALID_STATE').status).toBe('BOOKED');
  expect((await grant(first.id, { reference }, key)).text).toBe(granted.text);
  expect((await second.api.get('/factories/credits')).body.data.balance).toBe(0);
});

test('concurrent grants with one reference are booked once', async () => {
  const { id, api } = await market.anAdvertiser();
  const reference = randomUUID();
  const replies = await Promise.all(Array.from({ length: 5 }, () => grant(id, { reference })));
  for (const reply of replies.filter(({ status }) => status !== 201)) refused(reply, 'INVALID_STATE');
  expect((await api.get('/factories/credits')).body.data.balance).toBe(500);
});

test('a grant is refused to its own giver, for an unknown user and with a malformed body', async () => {
  refused(await grant(staff.id), 'ROLE_NOT_ALLOWED');
  refused(await grant(9_007_199_254_740_991), 'RESOURCE_NOT_FOUND');
  const id = await market.aUser(['CREATOR']);
  for (const body of [{ credits: 0 }, { credits: 10_000_001 }, { credits: 1.5 }, { reference: ' ' }, { priceRaw: '1' }])
    refused(await grant(id, body), 'VALIDATION_FAILED', JSON.stringify(body));
});
