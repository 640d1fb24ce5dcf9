import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import { aFile, announced, putFile } from '../../support/market/files.ts';
import { created, marketOf } from '../../support/market/market.ts';
import { aVideo, recorderOf } from '../../support/market/recordings.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { depth } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const sellers = sellersOf(market);
const people = peopleOf(baseUrl, market);
let creator: Person;
let staff: Person;
beforeAll(async () => {
  staff = await people.aPerson({ roles: ['STAFF'] });
});
// Another one for each test, because a user can have fifty open uploads.
beforeEach(async () => {
  creator = await people.aPerson({ roles: ['CREATOR'] });
});
afterAll(() => market.close());

/** The recordings of a new account of the creator. */
const aRecorder = async (spec: object = {}) => recorderOf(creator.twin, await sellers.anAccount(creator.id, spec));

const none = { id: null, status: 'NONE', openedAt: null, expiresAt: null, decidedAt: null, reason: null };
const countSessions = async (accountId: number): Promise<number> =>
  (await market.one('select count(*)::int as n from stats_sessions where social_account_id = $1', [accountId])).n;

describe('a new recording session', () => {
  test('is open for 24 hours, and its owner reads it by token and by key', async () => {
    const recorder = await aRecorder({ platform: 'TIKTOK' });
    expect(await recorder.session()).toEqual(none);
    const { data } = created(await recorder.open()).body;
    expect(data).toEqual({
      id: expect.any(Number),
      status: 'OPEN',
      openedAt: expect.any(String),
      expiresAt: expect.any(String),
      decidedAt: null,
      reason: null,
    });
    expect(Date.parse(data.expiresAt) - Date.parse(data.openedAt)).toBe(24 * 3_600_000);
    expect(await recorder.session()).toEqual(data);
    const keyed = await creator.api.get(`/social-accounts/${recorder.accountId}/stats`);
    expect(keyed.body.data.session).toEqual(data);
  });

  test('is refused while another one is open or waits for staff, and names it', async () => {
    const recorder = await aRecorder();
    const sessionId = created(await recorder.open()).body.data.id;
    expect(refused(await recorder.open(), 'INVALID_STATE')).toMatchObject({
      status: 'OPEN',
      allowedActions: ['uploads'],
    });
    await recorder.complete(sessionId, await recorder.send(sessionId));
    expect(refused(await recorder.open(), 'INVALID_STATE')).toMatchObject({ status: 'UPLOADED', allowedActions: [] });
    expect(await countSessions(recorder.accountId)).toBe(1);
  });

  test('is opened once by ten requests at once', async () => {
    for (let round = 0; round < depth(2, 20); round += 1) {
      const recorder = await aRecorder();
      const replies = await Promise.all(Array.from({ length: 10 }, () => recorder.open()));
      expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
      for (const reply of replies.filter(({ status }) => status === 409)) refused(reply, 'INVALID_STATE');
      expect(await countSessions(recorder.accountId)).toBe(1);
    }
  });

  test('with an Idempotency-Key is opened once, and a replay gives the same session', async () => {
    const [recorder, key] = [await aRecorder(), randomUUID()];
    const [first, again] = [await recorder.open(key), await recorder.open(key)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await countSessions(recorder.accountId)).toBe(1);
  });

  test.each([
    ['has not proven', { isVerified: false, status: 'PENDING' }, 'ACCOUNT_ACCESS_DENIED'],
    ['had blocked by staff', { status: 'BLOCKED' }, 'ACCOUNT_ACCESS_DENIED'],
    ['has sold', { status: 'SOLD' }, 'ACCOUNT_ACCESS_DENIED'],
    ['has deleted', { status: 'DELETED' }, 'RESOURCE_NOT_FOUND'],
  ] as const)('is refused for an account that its owner %s', async (_, spec, code) => {
    const recorder = await aRecorder(spec);
    refused(await recorder.open(), code);
    expect(await countSessions(recorder.accountId)).toBe(0);
  });

  test('is refused to a suspended user', async () => {
    const person = await people.aPerson({ roles: ['CREATOR'] });
    const recorder = recorderOf(person.twin, await sellers.anAccount(person.id));
    await staff.twin.put(`/staff/users/${person.id}/suspension`, { suspended: true, reason: 'Fraud' });
    await expect.poll(async () => (await recorder.open()).body.code).toBe('ACCOUNT_ACCESS_DENIED');
  });

  test('cannot be opened with a key', async () => {
    const { accountId } = await aRecorder();
    expect((await creator.api.post(`/social-accounts/${accountId}/stats-sessions`, {})).status).toBe(404);
  });
});

describe('a recording', () => {
  test('is a video: its session waits for staff then, and takes no other one', async () => {
    const recorder = await aRecorder();
    const sessionId = created(await recorder.open()).body.data.id;
    const [uploadId, spare] = [await recorder.send(sessionId), await recorder.send(sessionId, aVideo(500))];
    const completed = await recorder.complete(sessionId, uploadId);
    expect(completed.body).toEqual({ data: { uploadId, status: 'VERIFIED' } });
    expect(await recorder.session()).toMatchObject({ id: sessionId, status: 'UPLOADED' });
    expect((await recorder.complete(sessionId, uploadId)).text).toBe(completed.text);
    expect(refused(await recorder.complete(sessionId, spare), 'INVALID_STATE').status).toBe('UPLOADED');
    expect(refused(await recorder.announce(sessionId, aVideo()), 'INVALID_STATE').status).toBe('UPLOADED');
  });

  test.each(['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const)(
    'is refused if its type is %s',
    async (type) => {
      const recorder = await aRecorder();
      const sessionId = created(await recorder.open()).body.data.id;
      refused(await recorder.announce(sessionId, aFile[type](), type), 'INVALID_PROOF');
    },
  );

  test('is refused above 100 MiB', async () => {
    const recorder = await aRecorder();
    const sessionId = created(await recorder.open()).body.data.id;
    const body = announced(aVideo(), 'video/mp4', { size: 100 * 1024 * 1024 + 1 });
    const path = `/social-accounts/${recorder.accountId}/stats-sessions/${sessionId}/uploads`;
    refused(await creator.twin.post(path, body), 'INVALID_PROOF');
  });

  test('is rejected if it is no video, and the session accepts another one', async () => {
    const recorder = await aRecorder();
    const sessionId = created(await recorder.open()).body.data.id;
    const picture = aFile['image/png']();
    const upload = created(await recorder.announce(sessionId, picture)).body.data;
    await putFile(upload, picture);
    refused(await recorder.complete(sessionId, upload.uploadId), 'INVALID_PROOF');
    expect((await recorder.session()).status).toBe('OPEN');
    expect((await recorder.complete(sessionId, await recorder.send(sessionId))).status).toBe(200);
  });

  test('leaves its session open until it arrives', async () => {
    const recorder = await aRecorder();
    const sessionId = created(await recorder.open()).body.data.id;
    const { uploadId } = created(await recorder.announce(sessionId, aVideo())).body.data;
    refused(await recorder.complete(sessionId, uploadId), 'INVALID_PROOF');
    expect((await recorder.session()).status).toBe('OPEN');
  });

  test('is the only one of its session, also when two are completed at once', async () => {
    for (let round = 0; round < depth(2, 20); round += 1) {
      const recorder = await aRecorder();
      const sessionId = created(await recorder.open()).body.data.id;
      const uploads = [await recorder.send(sessionId), await recorder.send(sessionId, aVideo(500))];
      const replies = await Promise.all(uploads.map((uploadId) => recorder.complete(sessionId, uploadId)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { n } = await market.one(
        `select count(*)::int as n from private_uploads where stats_session_id = $1 and status = 'VERIFIED'`,
        [sessionId],
      );
      expect(n).toBe(1);
    }
  });

  test('is announced once with an Idempotency-Key, and a replay signs a URL for the same upload', async () => {
    const [recorder, key] = [await aRecorder(), randomUUID()];
    const sessionId = created(await recorder.open()).body.data.id;
    const first = created(await recorder.announce(sessionId, aVideo(), 'video/mp4', key)).body.data;
    const again = (await recorder.announce(sessionId, aVideo(), 'video/mp4', key)).body.data;
    expect(again).toMatchObject({ uploadId: first.uploadId, status: 'PENDING', url: expect.any(String) });
  });
});

test("another creator's session returns the same bytes as an unknown one", async () => {
  const other = await people.aPerson({ roles: ['CREATOR'] });
  const recorder = await aRecorder();
  const sessionId = created(await recorder.open()).body.data.id;
  const uploadId = await recorder.send(sessionId);
  const foreign = recorderOf(other.twin, recorder.accountId);
  const unknown = recorderOf(other.twin, 9_007_199_254_740_991);
  const own = recorderOf(other.twin, await sellers.anAccount(other.id));
  for (const act of [
    (at: typeof foreign) => at.open(),
    (at: typeof foreign) => at.announce(sessionId, aVideo()),
    (at: typeof foreign) => at.complete(sessionId, uploadId),
  ]) {
    const reply = await act(foreign);
    refused(reply, 'RESOURCE_NOT_FOUND');
    expect((await act(unknown)).text).toBe(reply.text);
  }
  refused(await own.announce(sessionId, aVideo()), 'RESOURCE_NOT_FOUND');
  refused(await own.complete(sessionId, uploadId), 'RESOURCE_NOT_FOUND');
  expect((await recorder.session()).status).toBe('OPEN');
});

describe('a session of an account that its owner gives up', () => {
  test.each(['OPEN', 'UPLOADED'] as const)('in %s ends with the account', async (status) => {
    const recorder = await aRecorder();
    const sessionId = created(await recorder.open()).body.data.id;
    if (status === 'UPLOADED') await recorder.complete(sessionId, await recorder.send(sessionId));
    expect((await creator.twin.post(`/social-accounts/${recorder.accountId}/sold`, {})).status).toBe(200);
    expect(await recorder.session()).toEqual(none);
    const body = { outcome: 'REJECTED', reason: 'Too late' };
    const reply = await staff.twin.post(`/staff/stats-sessions/${sessionId}/decide`, body);
    if (status === 'UPLOADED') expect(refused(reply, 'INVALID_STATE').status).toBe('NONE');
    else refused(reply, 'RESOURCE_NOT_FOUND');
  });

  test('never waits for staff, whatever runs at the same time', async () => {
    for (let round = 0; round < depth(3, 30); round += 1) {
      const recorder = await aRecorder();
      const sessionId = created(await recorder.open()).body.data.id;
      const uploadId = await recorder.send(sessionId);
      const end = () => creator.twin.delete(`/social-accounts/${recorder.accountId}`);
      const replies = await Promise.all([recorder.complete(sessionId, uploadId), end(), recorder.open()]);
      expect(replies.every(({ status }) => status < 500)).toBe(true);
      const { n } = await market.one(
        `select count(*)::int as n from stats_sessions where social_account_id = $1 and status in ('OPEN', 'UPLOADED')`,
        [recorder.accountId],
      );
      expect(n).toBe(0);
    }
  });
});
