import { expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { aCampaignBody, dataOf } from '../../../support/market/campaigns.ts';
import { aPerson } from '../../../support/market/people.ts';
import { aLink } from '../../../support/market/tracking-links.ts';
import { type OwnMarket, ownMarket } from '../../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket((started) => {
  own = started;
});

const canary = 'zq1canary';

/** The tables with a row that has the canary in any column. */
async function tablesWithCanary(): Promise<string[]> {
  const { rows } = await own.market.pool.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await own.market.pool.query(`select from "${name}" t where t::text ilike $1 limit 1`, [
      `%${canary}%`,
    ]);
    if (hits.length > 0) found.push(name);
  }
  return found;
}

async function aPersonWithTexts() {
  const person = await aPerson(own.stack.baseUrl, { roles: ['ADVERTISER', 'CREATOR'] });
  const { api } = person;
  dataOf(await api.patch('/me', { displayName: `Name ${canary}` }));
  const body = aCampaignBody({ title: canary, brief: canary, requirements: { notes: canary, hashtags: [canary] } });
  const [draft, cancelled] = [
    dataOf(await api.post('/campaigns', body), 201),
    dataOf(await api.post('/campaigns', body), 201),
  ];
  for (const campaign of [draft, cancelled])
    await aLink(person, campaign, { label: canary, destinationUrl: `https://${canary}.example/` });
  dataOf(await api.post(`/campaigns/${cancelled.id}/cancel`, { expectedVersion: cancelled.version }));
  dataOf(await api.put('/influencer-profile/address', { name: canary }));
  const { version } = dataOf(await api.get('/influencer-profile'));
  dataOf(await api.patch('/influencer-profile', { expectedVersion: version, bio: canary, topics: [canary] }));
  dataOf(await api.post('/saved-lists', { name: canary }), 201);
  dataOf(await api.post('/factories/tags', { name: canary }), 201);
  dataOf(await api.post('/api-keys', { name: canary, scopes: ['read'] }), 201);
  return person;
}

test('no table has a text of a deleted account after a day, and nobody gets the address of its page', async () => {
  const person = await aPersonWithTexts();
  expect(await tablesWithCanary()).toEqual(
    expect.arrayContaining(['campaigns', 'creator_addresses', 'creators', 'saved_lists', 'tags', 'tracking_links']),
  );
  const other = await aPerson(own.stack.baseUrl, { roles: ['CREATOR'] });
  expect((await person.api.delete('/me', { body: { confirm: true } })).status).toBe(200);
  const take = () => other.api.put('/influencer-profile/address', { name: canary });
  expect((await take()).status).toBe(409);
  await own.control.moveOn(25 * 3_600_000);
  for (const cron of ['*/5 * * * *', '17 3 * * *']) await own.control.fireCron(cron);
  await own.control.untilQueuesAreEmpty();
  await own.control.fireCron('*/5 * * * *');
  expect(await tablesWithCanary()).toEqual([]);
  // The tokens have expired since then.
  const later = await aPerson(own.stack.baseUrl, { roles: ['CREATOR'] });
  const { status } = refused(await later.api.put('/influencer-profile/address', { name: canary }), 'INVALID_STATE');
  expect(status).toBe('ADDRESS_TAKEN');
});
