import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import type { Accepted, Refused } from '../../support/corpus/bytes.ts';
import { films } from '../../support/corpus/films.ts';
import { papers } from '../../support/corpus/papers.ts';
import { pictures } from '../../support/corpus/pictures.ts';
import { changedPhoto, refusedFiles } from '../../support/corpus/refused.ts';
import { aFile, announced, putFile, sha256Of } from '../../support/market/files.ts';
import { created, marketOf } from '../../support/market/market.ts';
import { aPhoto } from '../../support/market/photos.ts';
import { proofsOf } from '../../support/market/proofs.ts';
import { type Uploader, uploadsOf } from '../../support/market/uploads.ts';
import { objectStoreOf } from '../../support/object-store.ts';
import { shared } from '../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { anUploader } = uploadsOf({ market, baseUrl });
const { aProver, anOfferedAssignment } = proofsOf(market, baseUrl);
const store = objectStoreOf(shared.storeUrl);
let staff: Person;
beforeAll(async () => {
  staff = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
});
afterAll(() => market.close());

const named = <File extends { name: string }>(files: readonly File[], ...names: readonly string[]): readonly File[] =>
  names.map((name) => files.find((file) => file.name === name) ?? expect.fail(name));

/** What staff sees and downloads of a verified file. */
async function evidenceOf({ owner, channel }: Uploader, uploadId: string) {
  const path = `/influencer-channels/${channel.id}`;
  expect((await owner.api.post(`${path}/ownership-evidence`, { uploadIds: [uploadId] })).status).toBe(200);
  expect((await owner.api.post(`${path}/submit`, {})).status).toBe(200);
  const review = `/staff/ownership-reviews/${channel.id}`;
  const { url } = (await staff.twin.get(`${review}/evidence/${uploadId}/download`)).body.data;
  const [seen] = (await staff.twin.get(review)).body.data.evidence;
  return { seen, saved: await fetch(url) };
}

describe.each<Accepted>([
  ...named(
    pictures,
    'image/jpeg before the film of a motion photo',
    'image/jpeg before a line break',
    'image/png before the rest of a larger screenshot',
    'image/webp before a page',
    'an Ultra HDR motion photo with a directory of its pictures',
  ),
  ...named(
    films,
    'an MP4 of the brand M4V ',
    'an MP4 of the brand mp42 that says it is QuickTime',
    'a QuickTime film that says it is MP4',
    'an MP4 before four zero bytes',
    'an MP4 before a page',
    'an MP4 before a script',
    'an MP4 before a box of no known name',
    'a QuickTime film before the data of a 360 degree camera',
    'a fragmented MP4 before zero bytes and a page',
    'a WebM before a long script',
    'a live WebM before a page',
  ),
])('$name', ({ type, bytes, served = bytes, container = type }) => {
  test('is VERIFIED, and is downloaded as an attachment with the type of its container and nothing after its end', async () => {
    const uploader = await anUploader();
    const { uploadId } = await uploader.verified(bytes, type);
    const { seen, saved } = await evidenceOf(uploader, uploadId);
    expect(seen).toMatchObject({
      uploadId,
      contentType: container,
      size: bytes.length,
      storedSize: served.length,
      storedSha256: sha256Of(served),
    });
    expect(Buffer.from(await saved.arrayBuffer()).equals(served)).toBe(true);
    expect(saved.headers.get('content-type')).toBe(container);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; /);
    const { stored_key } = await market.one('select stored_key from private_uploads where id = $1', [uploadId]);
    await expect.poll(() => store.list(`stored/${uploadId}/`)).toEqual([stored_key]);
  });
});

describe.each<Accepted>(
  named(
    papers,
    'a PDF before a comment of a web server',
    'a PDF before a short comment of a web server',
    'a PDF of two versions before a page',
    'a linearised PDF of two versions before zero bytes',
    'a PDF of three versions',
  ),
)('$name', ({ type, bytes, served = bytes }) => {
  test('the file is VERIFIED, and both parties download it as an attachment without what follows its last end mark', async () => {
    const prover = await aProver(await anOfferedAssignment());
    const { uploadId } = await prover.verified(bytes, type);
    const [proof] = (await prover.attach([uploadId])).body.data.proofs;
    expect(proof).toMatchObject({ uploadId, storedSize: served.length, storedSha256: sha256Of(served) });
    const { creator, advertiser } = prover.work;
    for (const { api } of [creator, advertiser]) {
      const saved = await fetch((await prover.download(api, uploadId)).body.data.url);
      expect(Buffer.from(await saved.arrayBuffer()).equals(served)).toBe(true);
      expect(saved.headers.get('content-type')).toBe(type);
      expect(saved.headers.get('content-disposition')).toMatch(/^attachment; /);
    }
  });
});

/** The message of the completion. */
async function reasonFor(bytes: Buffer, type: string): Promise<string> {
  const uploader = await anUploader();
  const { uploadId } = await uploader.send(bytes, type);
  return refused(await uploader.complete(uploadId), 'INVALID_PROOF').message;
}

test.each<Refused>(
  named(
    refusedFiles,
    'a JPEG as PNG',
    'a HEIC as JPEG',
    'a paragraph before image/png',
    'image/png without its last 100 bytes',
    'a PNG without a picture',
    'a PNG of 60,000 x 60,000',
    'a PNG of a million empty chunks',
  ),
)('$name is INVALID_PROOF with its own sentence', async ({ type, bytes, reason }) => {
  expect(await reasonFor(bytes, type)).toMatch(reason);
});

test('a file that has not arrived, and one that arrived changed, are INVALID_PROOF with their own sentences', async () => {
  const uploader = await anUploader();
  const photo = aPhoto();
  const upload = created(await uploader.announce(photo, 'image/jpeg')).body.data;
  const early = refused(await uploader.complete(upload.uploadId), 'INVALID_PROOF');
  expect(early.message).toMatch(/^The file has not arrived yet\. Send it to the signed URL with PUT/);
  expect((await putFile(upload, changedPhoto())).status).toBe(200);
  const late = refused(await uploader.complete(upload.uploadId), 'INVALID_PROOF');
  expect(late.message).toMatch(/^The file that arrived is not the announced one: its length or its SHA-256 differs\./);
});

test('a film is announced by another name of its type or by the ending of its name, and is sent with the type of the signature', async () => {
  for (const changes of [{ contentType: 'video/x-m4v' }, { contentType: '', fileName: 'VID_1.3GP' }]) {
    const uploader = await anUploader();
    const bytes = aFile['video/mp4']();
    const path = `/influencer-channels/${uploader.channel.id}/ownership-uploads`;
    const upload = created(await uploader.owner.api.post(path, announced(bytes, '', changes))).body.data;
    expect(upload.headers['Content-Type']).toBe('video/mp4');
    expect((await putFile(upload, bytes)).status).toBe(200);
    expect((await uploader.complete(upload.uploadId)).body.data.status).toBe('VERIFIED');
  }
});

test('HEIC is refused when it is announced, with the advice to export a JPEG', async () => {
  const uploader = await anUploader();
  for (const changes of [{ contentType: 'image/heic' }, { contentType: '', fileName: 'IMG_0001.HEIC' }])
    expect(refused(await uploader.announce(aPhoto(), '', changes), 'INVALID_PROOF').message).toMatch(
      /^HEIC pictures are not accepted, .* Export the picture as JPEG/,
    );
});
