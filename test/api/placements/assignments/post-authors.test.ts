import { afterAll, expect, test } from 'vitest';
import { assignmentsOf, aVod } from '../../../support/market/assignments.ts';
import { marketOf } from '../../../support/market/market.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { anAssignment, act, must, pathOf } = assignmentsOf(market, shared.baseUrl);
afterAll(() => market.close());

test('a result is refused if its address names another author than the ordered channel', async () => {
  const work = await anAssignment({ proofModes: ['PUBLIC_URL'] });
  await must(act(work, work.creator.api, 'accept'));
  const { data: deliverables } = (await work.creator.api.get(`${pathOf(work)}/deliverables`)).body;
  const put = (body: object) =>
    work.creator.api.put(`${pathOf(work)}/deliverables/${deliverables[0].id}`, { expectedVersion: 1, ...body });
  const handle: string = deliverables[0].channelRef.handle;
  const by = (author: string) => `https://www.twitch.tv/${author}/clip/TameFox-${work.id}`;
  const refused = (await put({ url: by('somebody_else') })).body;
  expect(refused).toMatchObject({ code: 'INVALID_PROOF' });
  expect(refused.message).toContain('somebody_else');
  expect(refused.message).toContain(handle);
  expect((await put({ url: by(handle.toUpperCase()) })).status).toBe(200);
  const { handle: renamed } = await market.one(
    `update channels set handle = 'renamed_' || id where id = (
       select channel_id from service_listings join placement_assignments on service_listing_id = service_listings.id
       where placement_assignments.id = $1) returning handle`,
    [work.id],
  );
  expect((await put({ url: by(renamed), expectedVersion: 2 })).status, 'its present name').toBe(200);
  expect((await put({ url: by(handle), expectedVersion: 3 })).status, 'its name at the order').toBe(200);
});

test('a result is delivered by a pasted address with blanks around it, and a share link is refused with advice', async () => {
  const work = await anAssignment();
  await must(act(work, work.creator.api, 'accept'));
  const { data: deliverables } = (await work.creator.api.get(`${pathOf(work)}/deliverables`)).body;
  const put = (url: string) =>
    work.creator.api.put(`${pathOf(work)}/deliverables/${deliverables[0].id}`, { expectedVersion: 1, url });
  for (const link of ['https://vm.tiktok.com/ZMabc1234/', ' https://www.instagram.com/share/reel/BAJq7x2abcd/']) {
    const { body } = await put(link);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'url' }] });
    expect(body.message).toContain('Open the link in a browser and copy the address that it shows.');
  }
  const { url, id } = aVod();
  const delivered = await put(`  ${url}\u00a0\u200b\n`);
  expect(delivered.body.data).toMatchObject({ url, contentId: id });
});
