import { expect, test } from 'vitest';
import { columnsWith } from '../../../support/canaries.ts';
import { peopleOf } from '../../../support/contract/people.ts';
import { aCampaignBody, dataOf } from '../../../support/market/campaigns.ts';
import { channelsOf } from '../../../support/market/ownership.ts';
import { sellersOf } from '../../../support/market/sellers.ts';
import { type OwnMarket, ownMarket } from '../../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket((started) => {
  own = started;
});

const mark = 'zq5';

/** Rows of a user whose names are those that an erasure leaves, and whose other texts have a canary. */
async function rowsNamedDeleted(): Promise<{ readonly delete: () => Promise<unknown> }> {
  const { market, stack } = own;
  const { id, twin } = await peopleOf(stack.baseUrl, market).aPerson({ roles: ['ADVERTISER', 'CREATOR'] });
  const campaign = dataOf(
    await twin.post('/campaigns', aCampaignBody({ title: 'deleted', brief: `${mark}brief` })),
    201,
  );
  const link = { destinationUrl: 'https://deleted.invalid/', label: `${mark}label` };
  dataOf(await twin.post(`/campaigns/${campaign.id}/tracking-links`, link), 201);
  const channels = channelsOf(market);
  const channel = await channels.aChannel(id, { handle: 'deleted', canonicalUrl: `https://${mark}.example/` });
  await market.aListing({ creator: { id, publicId: '' } });
  await market.pool.query(
    `update service_listings set title = 'deleted', usage_terms = '${mark}terms' where creator_id = $1`,
    [id],
  );
  await channels.anUpload(id, channel.id, 'VERIFIED', { file_name: 'deleted', stored_key: `${mark}key` });
  await sellersOf(market).anAccount(id, { handle: 'deleted' });
  await market.pool.query(`update social_accounts set avatar_url = 'https://${mark}.example/' where owner_id = $1`, [
    id,
  ]);
  const hook = dataOf(await twin.post('/webhook-endpoints', { url: 'https://hooks.example.com/one' }), 201);
  await market.pool.query(
    `update webhook_endpoints set url = 'https://deleted.invalid/', description = '${mark}description' where id = $1`,
    [hook.id],
  );
  return { delete: async () => dataOf(await twin.delete('/me', { body: { confirm: true } })) };
}

test('rows whose names are those that an erasure leaves lose their other texts, too', async () => {
  const { control, market } = own;
  const user = await rowsNamedDeleted();
  const before = [...(await columnsWith(market, mark)).keys()];
  expect(before).toEqual([
    ...['campaigns.brief', 'channels.canonical_url', 'idempotency_keys.body', 'private_uploads.stored_key'],
    ...[
      'service_listings.usage_terms',
      'social_accounts.avatar_url',
      'tracking_links.label',
      'webhook_endpoints.description',
    ],
  ]);
  await user.delete();
  await control.moveOn(25 * 3_600_000);
  for (const cron of ['*/5 * * * *', '17 3 * * *', '*/5 * * * *']) {
    await control.fireCron(cron);
    await control.untilQueuesAreEmpty();
  }
  expect([...(await columnsWith(market, mark))]).toEqual([]);
});
