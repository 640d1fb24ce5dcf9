import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { portfolioLimits } from '../../../../schema/creators/creators.ts';
import { pictureOf } from '../../../../scripts/local/endpoints/social-simulator/portraits/picture.ts';
import { announced } from '../../../support/market/files.ts';
import { marketOf } from '../../../support/market/market.ts';
import { aPerson, type Person } from '../../../support/market/people.ts';
import { aPhoto } from '../../../support/market/photos.ts';
import {
  add,
  addedPicture,
  aPicture,
  idsOf,
  insertPictures,
  picturesOf,
  portfolioPath,
  sendPicture,
  side,
  verifiedPicture,
} from '../../../support/market/portfolios.ts';
import { shared } from '../../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const aCreator = (): Promise<Person> => aPerson(baseUrl, { roles: ['CREATOR'] });
const order = ({ api }: Person, pictureIds: readonly unknown[]) => api.put(`${portfolioPath}/order`, { pictureIds });
const refusalOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

test('a creator adds pictures one after the other, and key and token both read them in this order', async () => {
  const { api, keyed } = await aCreator();
  expect((await api.get(portfolioPath)).body).toEqual({ data: [] });
  const first = await addedPicture(api, '  A stage\nin  Oslo ');
  expect(first).toEqual({
    ...{ id: first.id, position: 1, caption: 'A stage in Oslo', width: side, height: side },
    url: expect.stringMatching(`^${baseUrl}/avatars/private/`),
  });
  const second = await addedPicture(keyed);
  expect(second).toMatchObject({ position: 2, caption: null });
  const [byToken, byKey] = await Promise.all([api.get(portfolioPath), keyed.get(portfolioPath)]);
  for (const { body } of [byToken, byKey])
    expect(body.data).toMatchObject([
      { id: first.id, position: 1, caption: 'A stage in Oslo' },
      { id: second.id, position: 2, caption: null },
    ]);
});

test('a signed address serves the picture without its metadata, and the size is the one that browsers show', async () => {
  const { api } = await aCreator();
  const photo = aPhoto({ orientation: 6 });
  // The frame declares 3 x 2 pixels, and orientation 6 turns it.
  const frame = photo.indexOf(Buffer.from('ffc0000b08', 'hex'));
  photo.set([0, 2, 0, 3], frame + 5);
  const { url, width, height } = await addedPicture(api, null, photo, 'image/jpeg');
  expect([width, height]).toEqual([2, 3]);
  const served = await fetch(url);
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(Buffer.from(await served.arrayBuffer()).includes('GPS 52.5200N')).toBe(false);
});

describe('uploads', () => {
  test('a portfolio takes only uploads of images, of at most 1 MiB', async () => {
    const { api } = await aCreator();
    const upload = (type: string, size: number) =>
      api.post(`${portfolioPath}/uploads`, announced(aPicture(), type, { size }));
    for (const [type, size] of [
      ['video/mp4', 1_000],
      ['application/pdf', 1_000],
      ['image/png', portfolioLimits.bytes + 1],
    ] as const)
      expect(refusalOf(await upload(type, size))).toEqual([400, 'INVALID_PROOF']);
    expect((await upload('image/png', portfolioLimits.bytes)).status).toBe(201);
  });

  test('an upload is added once, after its completion, and only by its owner', async () => {
    const [owner, other] = [await aCreator(), await aCreator()];
    const uploadId = await sendPicture(owner.api);
    expect(refusalOf(await add(owner.api, uploadId))).toEqual([400, 'INVALID_PROOF']);
    await owner.api.post(`${portfolioPath}/uploads/${uploadId}/complete`, {});
    expect(refusalOf(await add(other.api, uploadId))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect((await other.api.post(`${portfolioPath}/uploads/${uploadId}/complete`, {})).status).toBe(404);
    expect((await add(owner.api, uploadId)).status).toBe(201);
    expect(refusalOf(await add(owner.api, uploadId))).toEqual([400, 'INVALID_PROOF']);
    expect(await idsOf(owner.api)).toHaveLength(1);
  });

  test('a picture with a side of more than 8,192 pixels is not added', async () => {
    const { api } = await aCreator();
    const wide = pictureOf(randomUUID(), 8);
    // The width of the header. The service does not decode pictures, and the checksum of the chunk is not part of the type.
    wide.writeUInt32BE(portfolioLimits.pixelsASide + 1, 16);
    expect(refusalOf(await add(api, await verifiedPicture(api, wide)))).toEqual([400, 'INVALID_PROOF']);
  });
});

describe('captions', () => {
  test('a caption is changed and removed, and has at most 200 characters', async () => {
    const { api } = await aCreator();
    const { id } = await addedPicture(api, 'A stage');
    const describePicture = (caption: unknown) => api.patch(`${portfolioPath}/${id}`, { caption });
    expect((await describePicture('A studio')).body.data).toMatchObject({ id, position: 1, caption: 'A studio' });
    expect((await describePicture('😀'.repeat(200))).status).toBe(200);
    for (const refused of ['x'.repeat(201), '', ' ', 5, undefined])
      expect(refusalOf(await describePicture(refused))).toEqual([400, 'VALIDATION_FAILED']);
    expect((await describePicture(null)).body.data.caption).toBeNull();
    expect(await picturesOf(api)).toMatchObject([{ caption: null }]);
  });
});

describe('the order of pictures', () => {
  test('is exactly the given one, and positions have no gaps after a removal', async () => {
    const creator = await aCreator();
    const [a, b, c] = await insertPictures(market, creator.userId, ['a', 'b', 'c']);
    expect((await order(creator, [c, a, b])).body.data).toMatchObject([
      { id: c, position: 1 },
      { id: a, position: 2 },
      { id: b, position: 3 },
    ]);
    expect(await idsOf(creator.api)).toEqual([c, a, b]);
    const removed = await creator.api.delete(`${portfolioPath}/${a}`);
    expect(removed.body.data).toMatchObject([
      { id: c, position: 1 },
      { id: b, position: 2 },
    ]);
    expect((await picturesOf(creator.api)).map(({ position }) => position)).toEqual([1, 2]);
    expect((await creator.api.delete(`${portfolioPath}/${a}`)).status).toBe(404);
  });

  test('cannot be a list that is not exactly the pictures of the caller', async () => {
    const [creator, other] = [await aCreator(), await aCreator()];
    const [a, b] = await insertPictures(market, creator.userId, ['a', 'b']);
    const [foreign] = await insertPictures(market, other.userId, ['c']);
    for (const list of [[], [a], [a, a], [a, b, a]])
      expect(refusalOf(await order(creator, list))).toEqual([400, 'VALIDATION_FAILED']);
    for (const list of [
      [a, foreign],
      [a, b, foreign],
      [a, randomUUID()],
    ])
      expect(refusalOf(await order(creator, list))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect((await order(creator, [a, 'b'])).body.code).toBe('VALIDATION_FAILED');
    expect(await idsOf(creator.api)).toEqual([a, b]);
  });
});

test('a picture of another creator is not found', async () => {
  const [creator, other] = [await aCreator(), await aCreator()];
  const [id] = await insertPictures(market, creator.userId, ['a']);
  const path = `${portfolioPath}/${id}`;
  expect((await other.api.patch(path, { caption: 'Mine' })).status).toBe(404);
  expect((await other.api.delete(path)).status).toBe(404);
  expect(await picturesOf(creator.api)).toMatchObject([{ id, caption: 'a' }]);
});

test('a repeated request with the same key adds one picture, and signs its address again', async () => {
  const { api } = await aCreator();
  const body = { uploadId: await verifiedPicture(api), caption: 'A stage' };
  const key = randomUUID();
  const [first, again] = [await api.post(portfolioPath, body, { key }), await api.post(portfolioPath, body, { key })];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body.data.id).toBe(first.body.data.id);
  expect((await fetch(again.body.data.url)).status).toBe(200);
  expect(await idsOf(api)).toEqual([first.body.data.id]);
});

test('a picture above the limit is refused before it is uploaded and when it is added', async () => {
  const creator = await aCreator();
  const uploadId = await verifiedPicture(creator.api);
  await insertPictures(
    market,
    creator.userId,
    Array.from({ length: portfolioLimits.pictures }, () => null),
  );
  const limited = { status: 409, body: { code: 'INVALID_STATE', status: 'LIMIT_REACHED' } };
  expect(await creator.api.post(`${portfolioPath}/uploads`, announced(aPicture(), 'image/png'))).toMatchObject(limited);
  expect(await add(creator.api, uploadId)).toMatchObject(limited);
  expect(await idsOf(creator.api)).toHaveLength(portfolioLimits.pictures);
});
