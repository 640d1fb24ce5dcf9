import { afterAll, expect, test } from 'vitest';
import { portfolioLimits } from '../../../../schema/creators/creators.ts';
import type { Reply } from '../../../support/client.ts';
import { heldLocksOf } from '../../../support/held-locks.ts';
import { marketOf } from '../../../support/market/market.ts';
import { aPerson, type Person } from '../../../support/market/people.ts';
import {
  add,
  idsOf,
  insertPictures,
  picturesOf,
  portfolioPath,
  verifiedPicture,
} from '../../../support/market/portfolios.ts';
import { shared } from '../../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const { during } = heldLocksOf(market);
afterAll(() => market.close());

const aCreatorWith = async (count: number): Promise<{ person: Person; ids: readonly string[] }> => {
  const person = await aPerson(baseUrl, { roles: ['CREATOR'] });
  return {
    person,
    ids: await insertPictures(
      market,
      person.userId,
      Array.from({ length: count }, () => null),
    ),
  };
};
/** The requests have read the portfolio before one of them changes it. */
const atOnce = ({ userId }: Person, requests: readonly (() => Promise<Reply>)[]) =>
  during('select from creators where user_id = $1 for no key update', [userId], requests);
const positionsOf = async ({ api }: Person) => (await picturesOf(api)).map(({ position }) => position);
const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status).sort();

test('a portfolio with one free position accepts only one of two concurrent pictures', async () => {
  const { person } = await aCreatorWith(portfolioLimits.pictures - 1);
  const uploads = [await verifiedPicture(person.api), await verifiedPicture(person.api)];
  const replies = await atOnce(
    person,
    uploads.map((uploadId) => () => add(person.api, uploadId)),
  );
  expect(statusesOf(replies)).toEqual([201, 409]);
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ status: 'LIMIT_REACHED' });
  expect(await positionsOf(person)).toEqual(Array.from({ length: portfolioLimits.pictures }, (_, index) => index + 1));
});

test('an upload that is added twice at once becomes one picture', async () => {
  const { person } = await aCreatorWith(0);
  const uploadId = await verifiedPicture(person.api);
  const replies = await atOnce(
    person,
    [1, 2].map(() => () => add(person.api, uploadId)),
  );
  expect(statusesOf(replies)).toEqual([201, 400]);
  expect(await positionsOf(person)).toEqual([1]);
});

test('pictures that are added at once get different positions', async () => {
  const { person } = await aCreatorWith(0);
  const uploads = [await verifiedPicture(person.api), await verifiedPicture(person.api)];
  const replies = await atOnce(
    person,
    uploads.map((uploadId) => () => add(person.api, uploadId)),
  );
  expect(replies.map(({ body }) => body.data.position).sort()).toEqual([1, 2]);
  expect(await positionsOf(person)).toEqual([1, 2]);
});

test('a reordering that commits after a removal is refused, and one that commits before it succeeds; positions have no gaps', async () => {
  for (const isRemovedFirst of [true, false]) {
    const { person, ids } = await aCreatorWith(3);
    const [a = '', b, c] = ids;
    const remove = () => person.api.delete(`${portfolioPath}/${a}`);
    const order = () => person.api.put(`${portfolioPath}/order`, { pictureIds: [c, a, b] });
    const replies = await atOnce(person, isRemovedFirst ? [remove, order] : [order, remove]);
    expect(replies.map(({ status }) => status)).toEqual(isRemovedFirst ? [200, 404] : [200, 200]);
    expect(await idsOf(person.api)).toEqual(isRemovedFirst ? [b, c] : [c, b]);
    expect(await positionsOf(person)).toEqual([1, 2]);
  }
});

test('a picture that is removed twice at once is removed once', async () => {
  const { person, ids } = await aCreatorWith(2);
  const remove = () => person.api.delete(`${portfolioPath}/${ids[0]}`);
  expect(statusesOf(await atOnce(person, [remove, remove]))).toEqual([200, 404]);
  expect(await idsOf(person.api)).toEqual([ids[1]]);
});
