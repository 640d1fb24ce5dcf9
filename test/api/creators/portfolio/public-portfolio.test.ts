import { afterEach, expect, test } from 'vitest';
import { changeStaff } from '../../../../scripts/grant-staff.ts';
import { clientOf } from '../../../support/client.ts';
import { heldLocksOf } from '../../../support/held-locks.ts';
import { aPerson, type Person, signedInAgain } from '../../../support/market/people.ts';
import {
  add,
  addedPicture,
  aPicture,
  idsOf,
  portfolioPath,
  verifiedPicture,
} from '../../../support/market/portfolios.ts';
import { openAShop } from '../../../support/market/prices.ts';
import { objectStoreOf, publicStoreOf } from '../../../support/object-store.ts';
import { type OwnMarket, ownMarket } from '../../../support/stack/own-market.ts';

// Another stack, because these tests move the clock and run crons.
let own: OwnMarket;
ownMarket((started) => {
  own = started;
});
afterEach(() => own.control.queues('up'));

const hostile = '"><script>alert(1)</script>';
const sweep = () => own.control.fireCron('*/5 * * * *');
const guest = () => clientOf(own.stack.baseUrl, null, '');
const pageOf = async (publicId: string) => (await guest().get(`/api/v1/creator-pages/${publicId}`)).body.data;
const htmlOf = async (publicId: string) => (await guest().get(`/creators/${publicId}`)).text;
const publicPath = (id: string) => `/avatars/${id}`;
const statusOf = async (path: string) => (await guest().get(path)).status;
const polled = (path: string) => expect.poll(() => statusOf(path));

/** A creator with a public page. */
async function aPublished(): Promise<{ person: Person; publicId: string }> {
  const person = await aPerson(own.stack.baseUrl, { roles: ['CREATOR'] });
  const { body } = await person.api.patch('/influencer-profile', { expectedVersion: 1, displayName: 'Mira Plays' });
  await openAShop(person);
  expect((await person.api.post('/influencer-profile/page/publish', {})).status).toBe(200);
  return { person, publicId: body.data.publicId };
}

const filesOf = async (userId: number) => {
  const { rows } = await own.market.pool.query(
    'select object_key as key from avatars where portfolio_creator_id = $1 order by stored_at',
    [userId],
  );
  const store = publicStoreOf(own.stack.storeUrl);
  return (await Promise.all(rows.map(({ key }) => store.list(key)))).flat();
};

test('a public page shows each change of the portfolio within a second, in its JSON and its HTML', async () => {
  const { person, publicId } = await aPublished();
  const before = await pageOf(publicId);
  expect(before.portfolio).toEqual([]);
  expect(await htmlOf(publicId)).not.toContain('Portfolio');

  const bytes = aPicture();
  const first = await addedPicture(person.api, 'A stage', bytes);
  expect(first.url).toBe(own.stack.baseUrl + publicPath(first.id));
  await expect.poll(async () => (await pageOf(publicId)).portfolio).toEqual([first]);
  const served = await fetch(first.url);
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  expect([served.headers.get('content-type'), served.headers.get('cache-control')]).toEqual([
    'image/png',
    'public, max-age=0, must-revalidate',
  ]);

  const second = await addedPicture(person.api);
  await person.api.put(`${portfolioPath}/order`, { pictureIds: [second.id, first.id] });
  await person.api.patch(`${portfolioPath}/${first.id}`, { caption: hostile });
  await expect
    .poll(async () => (await pageOf(publicId)).portfolio)
    .toEqual([
      { ...second, position: 1 },
      { ...first, position: 2, caption: hostile },
    ]);
  expect((await pageOf(publicId)).lastModified > before.lastModified).toBe(true);
  const html = await htmlOf(publicId);
  const tags = html.match(/<img src="\/avatars\/[^>]+>/g) ?? [];
  expect(tags).toHaveLength(2);
  expect(tags[0]).toContain('alt="Picture 1 in the portfolio of Mira Plays"');
  expect(tags[1]).toContain('alt="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(html).not.toContain('<script>alert');
  for (const tag of tags) expect(tag).toMatch(/width="48" height="48" loading="lazy"/);
  expect(html.indexOf('id="portfolio"')).toBeGreaterThan(html.indexOf('class="glance'));
  expect(html.indexOf('id="portfolio"')).toBeLessThan(html.indexOf('id="services"'));
});

test('a removed picture is gone within a second, and its public file is deleted', async () => {
  const { person, publicId } = await aPublished();
  const { id } = await addedPicture(person.api);
  await polled(publicPath(id)).toBe(200);
  await person.api.delete(`${portfolioPath}/${id}`);
  await polled(publicPath(id)).toBe(404);
  await expect.poll(async () => (await pageOf(publicId)).portfolio).toEqual([]);
  expect(await filesOf(person.userId)).toHaveLength(1);
  await sweep();
  expect(await filesOf(person.userId)).toEqual([]);
});

test('an upload that is added twice at once leaves one public file', async () => {
  const { person } = await aPublished();
  const uploadId = await verifiedPicture(person.api);
  const files = async () => (await publicStoreOf(own.stack.storeUrl).list('avatars/')).length;
  const before = await files();
  const { during } = heldLocksOf(own.market);
  const replies = await during(
    'select from creators where user_id = $1 for no key update',
    [person.userId],
    [() => add(person.api, uploadId), () => add(person.api, uploadId)],
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 400]);
  await own.control.untilNothingIsDeferred();
  expect((await files()) - before).toBe(1);
});

test('a picture is public only while its page is, and its owner and a preview see it by signed addresses for an hour', async () => {
  const { person } = await aPublished();
  const { id } = await addedPicture(person.api, 'A stage');
  await polled(publicPath(id)).toBe(200);
  await person.api.post('/influencer-profile/page/unpublish', {});
  await polled(publicPath(id)).toBe(404);

  const { previewUrl, preview } = (await person.api.post('/influencer-profile/page/generate', {})).body.data;
  const [{ url }] = (await person.api.get(portfolioPath)).body.data;
  expect(preview.portfolio).toMatchObject([{ id, caption: 'A stage' }]);
  for (const signed of [url, preview.portfolio[0].url]) {
    expect(signed).toContain('/avatars/private/');
    expect((await fetch(signed)).status).toBe(200);
  }
  expect(await (await fetch(previewUrl)).text()).toContain('alt="A stage"');
  await own.control.moveOn(3_601_000);
  expect((await fetch(url)).status).toBe(404);

  const again = await signedInAgain(own.stack.baseUrl, person);
  await again.api.post('/influencer-profile/page/publish', {});
  await polled(publicPath(id)).toBe(200);
});

test('no picture of a suspended creator is reachable, not even by a signed address', async () => {
  const { person } = await aPublished();
  const { id } = await addedPicture(person.api);
  await person.api.post('/influencer-profile/page/unpublish', {});
  const [{ url }] = (await person.api.get(portfolioPath)).body.data;
  await person.api.post('/influencer-profile/page/publish', {});
  await polled(publicPath(id)).toBe(200);
  const staff = await aPerson(own.stack.baseUrl, { roles: ['ADVERTISER'] });
  await changeStaff(own.stack.adminDatabaseUrl, 'grant', staff.email);
  const suspend = (suspended: boolean) =>
    staff.api.put(`/staff/users/${person.userId}/suspension`, { suspended, reason: 'A test' });
  await expect.poll(async () => (await suspend(true)).status).toBe(200);
  await polled(publicPath(id)).toBe(404);
  expect((await fetch(url)).status).toBe(404);
  expect((await suspend(false)).status).toBe(200);
  await polled(publicPath(id)).toBe(200);
});

test('a deleted account has no reachable picture at once, and later neither rows nor files', async () => {
  const { person, publicId } = await aPublished();
  const { id } = await addedPicture(person.api, 'Me at home');
  await person.api.post('/influencer-profile/page/unpublish', {});
  const [{ url }] = (await person.api.get(portfolioPath)).body.data;
  await person.api.post('/influencer-profile/page/publish', {});
  await polled(publicPath(id)).toBe(200);
  const deleted = await person.api.delete('/me', { body: { confirm: true } });
  expect(deleted.status).toBe(200);
  await polled(publicPath(id)).toBe(404);
  expect([await statusOf(`/api/v1/creator-pages/${publicId}`), (await fetch(url)).status]).toEqual([404, 404]);
  await sweep();
  await sweep();
  expect(await filesOf(person.userId)).toEqual([]);
  const counts = await own.market.one(
    `select (select count(*)::int from portfolio_pictures where creator_id = $1) as pictures,
       (select count(*)::int from avatars where portfolio_creator_id = $1) as files`,
    [person.userId],
  );
  expect(counts).toEqual({ pictures: 0, files: 0 });
});

test('the uploaded file of a picture is deleted after 30 days, and the picture stays', async () => {
  const { person } = await aPublished();
  const { id } = await addedPicture(person.api);
  const { id: uploadId } = await own.market.one('select upload_id as id from portfolio_pictures where id = $1', [id]);
  const store = objectStoreOf(own.stack.storeUrl);
  expect(await store.list(`stored/${uploadId}/`)).toHaveLength(1);
  await own.control.moveOn(31 * 24 * 3_600_000);
  await own.control.run('sweep-uploads');
  expect(await store.list(`stored/${uploadId}/`)).toEqual([]);
  expect(await idsOf((await signedInAgain(own.stack.baseUrl, person)).api)).toEqual([id]);
  await polled(publicPath(id)).toBe(200);
});
