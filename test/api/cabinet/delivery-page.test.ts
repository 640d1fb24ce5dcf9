import { afterAll, expect, test } from 'vitest';
import { eventKinds } from '../../../schema/notifications/webhook-terms.ts';
import { hasForm } from '../../support/cabinet/form-in.ts';
import { visitorOf } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

async function aDelivery() {
  const ownerId = await market.aUser(['ADVERTISER']);
  const { id: endpoint } = await market.one(
    `insert into webhook_endpoints (owner_id, url, sealed_secret, created_at, updated_at)
     values ($1, 'https://hooks.example.com/' || gen_random_uuid(), '\\x00', now(), now()) returning id`,
    [ownerId],
  );
  const { id } = await market.one(
    `insert into messages (channel, recipient_id, endpoint_id, kind, body, status, attempts, last_error, created_at, ended_at)
     values ('WEBHOOK', $1, $2, 'campaign.started', $3, 'FAILED', 7, 'no answer within 10 s', now(), now()) returning id`,
    [ownerId, endpoint, '{"type":"campaign.started","data":{"campaignId":12}}'],
  );
  const list = `/cabinet/settings/webhooks/${endpoint}`;
  return { owner: await visitorOf(market, baseUrl, ownerId), id: Number(id), list, path: `${list}/deliveries/${id}` };
}

test('the list of deliveries leads to a page with the attempts and the request of one', async () => {
  const { owner, id, list, path } = await aDelivery();
  expect((await owner.get(list)).html).toContain(`href="${path}"`);
  const words = wordsOf((await owner.get(path)).html);
  expect(words).toContain('campaign.started');
  expect(words).toContain('Attempts 7 Last response none Error no answer within 10 s');
  expect(words).toContain(`webhook-id: msg_${id}`);
  expect(words).toMatch(/"campaignId": 12/);
});

test('a delivery is sent again from its page, and while it waits the page has no such button', async () => {
  const { owner, path, id } = await aDelivery();
  const shown = await owner.follow(await owner.submit(path, 'replay'));
  expect(wordsOf(shown.html)).toContain('The delivery is sent again.');
  await market.pool.query(
    `update messages set status = 'PENDING', due_at = now() + interval '1 day', ended_at = null where id = $1`,
    [id],
  );
  expect(hasForm((await owner.get(path)).html, 'replay')).toBe(false);
});

test('the form of an endpoint has each event once, under the heading of its subject', async () => {
  const { owner } = await aDelivery();
  const { html } = await owner.get('/cabinet/settings/webhooks');
  const [, ...parts] = /<fieldset class="choices".*?<\/fieldset>/s.exec(html)?.[0].split('<h3>') ?? [];
  const found = parts.flatMap((part) => {
    const heading = part.slice(0, part.indexOf('<')).toLowerCase().replaceAll(' ', '_');
    return [...part.matchAll(/type="checkbox" name="kinds" value="([^"]+)"/g)].map(([, kind]) => [heading, kind]);
  });
  expect(found).toHaveLength(eventKinds.length);
  expect(found.map(([, kind]) => kind).sort()).toEqual([...eventKinds].sort());
  expect(found.map(([heading]) => heading)).toEqual(found.map(([, kind]) => kind?.split('.')[0]));
  expect(parts).toHaveLength(new Set(found.map(([heading]) => heading)).size);
});
