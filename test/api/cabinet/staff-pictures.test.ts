import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasForm } from '../../support/cabinet/form-in.ts';
import { type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { clientOf } from '../../support/client.ts';
import { peopleOf } from '../../support/contract/people.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { addedPicture, idsOf, insertPictures } from '../../support/market/portfolios.ts';
import { openAShop } from '../../support/market/prices.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

let staff: Visitor;
beforeAll(async () => {
  staff = await visitorOf(market, baseUrl, await market.aUser(['STAFF']));
});

const pathOf = ({ userId }: Person) => `/cabinet/staff/users/${userId}`;
const aCreator = () => aPerson(baseUrl, { roles: ['CREATOR'] });

/** A creator with a public page. */
async function aPublished(): Promise<{ person: Person; publicId: string }> {
  const person = await aCreator();
  const { body } = await person.api.patch('/influencer-profile', { expectedVersion: 1, displayName: 'Mira Plays' });
  await openAShop(person);
  expect((await person.api.post('/influencer-profile/page/publish', {})).status).toBe(200);
  return { person, publicId: body.data.publicId };
}

test('a picture that staff removes is gone from the public page and its address, and the audit log keeps the reason', async () => {
  const { person, publicId } = await aPublished();
  const [stolen, own] = [await addedPicture(person.api, 'Stolen'), await addedPicture(person.api, 'Own')];
  const guest = clientOf(baseUrl, null, '');
  const shownIds = async () =>
    (await guest.get(`/api/v1/creator-pages/${publicId}`)).body.data.portfolio.map(({ id }: { id: string }) => id);
  await expect.poll(shownIds).toEqual([stolen.id, own.id]);

  const path = pathOf(person);
  expect(wordsOf((await staff.get(path)).html)).toContain('Remove picture 1?');
  const removed = await staff.submit(path, 'remove', { reason: 'It belongs to <b>Ada</b>' }, stolen.id);
  expect(wordsOf((await staff.follow(removed)).html)).toContain('The picture is removed.');
  await expect.poll(shownIds).toEqual([own.id]);
  await expect.poll(async () => (await fetch(stolen.url)).status).toBe(404);
  expect(await idsOf(person.api)).toEqual([own.id]);

  const log = (await staff.get(`/cabinet/staff/audit?object=users%2F${person.userId}`)).html;
  expect(log).toContain('RemoveCreatorPicture');
  expect(log).toContain(stolen.id);
  expect(log).toContain('It belongs to &lt;b&gt;Ada&lt;/b&gt;');
});

test('staff sees the pictures of a page that is not public, and removes none without a reason', async () => {
  const person = await aCreator();
  const { id } = await addedPicture(person.api, 'A stage');
  const { html } = await staff.get(pathOf(person));
  const [, shown = ''] = /<img src="(\/avatars\/private\/[^"]+)" alt="A stage"/.exec(html) ?? [];
  expect((await fetch(baseUrl + shown)).status).toBe(200);
  const refused = await staff.submit(pathOf(person), 'remove', { reason: ' ' }, id);
  expect(refused.status).toBe(400);
  expect(await idsOf(person.api)).toEqual([id]);
});

test('the page of a user without pictures has no portfolio', async () => {
  const { html } = await staff.get(pathOf(await aCreator()));
  expect(hasForm(html, 'remove')).toBe(false);
  expect(html).not.toContain('id="portfolio"');
});

test('staff can remove a picture only with the id of its creator, and other users cannot remove it', async () => {
  const [creator, other] = [await aCreator(), await aCreator()];
  const [id] = await insertPictures(market, creator.userId, ['A stage']);
  const sent = { body: { reason: 'It is offensive' } };
  const path = ({ userId }: Person, picture = id) => `/staff/users/${userId}/portfolio/${picture}`;
  const member = (await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] })).twin;
  expect((await member.delete(path(other), sent)).status).toBe(404);
  expect((await member.delete(path(creator, randomUUID()), sent)).status).toBe(404);
  expect((await other.api.delete(path(creator), sent)).status).toBe(403);
  expect((await creator.api.delete(path(creator), sent)).status).toBe(403);
  expect(await idsOf(creator.api)).toEqual([id]);
});
