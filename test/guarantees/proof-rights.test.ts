import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { growProofs } from '../../scripts/bench/proofs-data.ts';
import { marketOf } from '../support/market/market.ts';
import { sellersOf } from '../support/market/sellers.ts';
import { noRight, rightsOf } from '../support/rights.ts';
import { shared } from '../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const api = rightsOf(market, shared.databaseUrls.api);
const jobs = rightsOf(market, shared.databaseUrls.jobs);
let postId: number;
let uploadId: string;
beforeAll(async () => {
  const creatorId = await market.aUser(['CREATOR']);
  const accountId = await sellersOf(market).anAccount(creatorId, { platform: 'INSTAGRAM' });
  const campaign = await market.one(
    `insert into campaigns (advertiser_id, status, title, brief, platforms, payment_model, reward_cents, requirements, budget_cents, created_at,
       updated_at)
     values ($1, 'DRAFT', 'A', 'B', '{INSTAGRAM}', 'FIXED', 1, '{}', 1, now(), now()) returning id::int`,
    [await market.aUser(['ADVERTISER'])],
  );
  const nowhere = { put: async () => undefined };
  const of = { campaignId: campaign.id, creatorId, accountId };
  [postId = 0] = await growProofs(market.pool, nowhere, { ...of, posts: 1, sizeAt: () => 10 });
  uploadId = (await market.one('select upload_id from campaign_proofs where campaign_post_id = $1', [postId]))
    .upload_id;
});
afterAll(async () => {
  await Promise.all([api.end(), jobs.end()]);
  await market.close();
});

const checkViolated = '23514';
const notUnique = '23505';
const refusedByTrigger = 'CL500';
const insert = `insert into campaign_proofs (campaign_post_id, upload_id, taken_at, views, created_at) values ($1, $2, now(), $3, now())`;

test('no role changes or deletes a proof, and only api adds one', async () => {
  for (const { asService, columnsOf } of [api, jobs]) {
    for (const column of await columnsOf('campaign_proofs'))
      expect(await asService(`update campaign_proofs set ${column} = ${column} where false`), column).toBe(noRight);
    expect(await asService('delete from campaign_proofs where false')).toBe(noRight);
  }
  expect(await jobs.asService(insert, [postId, randomUUID(), 1])).toBe(noRight);
  for (const change of [
    'update campaign_proofs set views = 1',
    'delete from campaign_proofs',
    'truncate campaign_proofs',
  ])
    expect(await api.asOwner(change), change).toBe(refusedByTrigger);
});

test('the database refuses a second proof of one file, negative views, and an upload of a proof that changes its purpose', async () => {
  expect(await api.asService(insert, [postId, uploadId, 1])).toBe(notUnique);
  expect(await api.asService(insert, [postId, uploadId, -1])).toBe(checkViolated);
  const change = (to: string) => api.asOwner(`update private_uploads set ${to} where id = $1`, [uploadId]);
  expect(await change('channel_id = 1')).toBe(checkViolated);
  expect(await change('campaign_post_id = null')).toBe(checkViolated);
});
