import { afterAll, afterEach, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { aVod, type Work } from '../../../support/market/assignments.ts';
import { aFile } from '../../../support/market/files.ts';
import { marketOf } from '../../../support/market/market.ts';
import { proofsOf } from '../../../support/market/proofs.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aProver, anAssignment, anOfferedAssignment, act, must, pathOf, staff } = proofsOf(market, baseUrl);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const first = aFile['image/webp'](64);
const second = aFile['image/webp'](66);

interface Told {
  readonly seq: number;
  readonly kind: string;
  readonly data: { readonly results: readonly object[] };
}
const submissionsOf = async ({ id, advertiser }: Work): Promise<Told[]> =>
  (await advertiser.api.get(`/placement-assignments/${id}/events?limit=100`)).body.data.filter(
    ({ kind }: Told) => kind === 'assignment.submitted',
  );
const caseOf = async ({ id }: Work) => (await (await staff()).twin.get(`/staff/assignments/${id}`)).body.data;
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

test('submitted files stay in the history for both parties and staff after others replace them', async () => {
  const prover = await aProver();
  const { work, deliverableIds, download } = prover;
  const { advertiser, creator } = work;
  const [deliverableId] = deliverableIds;
  const { uploadId: a } = await prover.verified(first, 'image/webp', { fileName: 'first.webp' });
  await prover.attach([a]);
  await must(act(work, creator.api, 'submit'));
  await must(act(work, advertiser.api, 'request-changes'));
  const { uploadId: b } = await prover.verified(second, 'image/webp', { fileName: 'second.webp' });
  await prover.attach([b]);
  await must(act(work, creator.api, 'submit'));

  const submissions = await submissionsOf(work);
  const result = { deliverableId, position: 1, url: null, contentId: null };
  expect(submissions.map(({ data }) => data)).toEqual([
    { results: [{ ...result, uploadIds: [a] }] },
    { results: [{ ...result, uploadIds: [b] }] },
  ]);
  expect(await bytesAt((await must(download(advertiser.api, a))).body.data.url)).toEqual(first);
  await must(download(creator.api, a));

  await must(act(work, advertiser.api, 'issues'));
  const { files } = await caseOf(work);
  const [seqA, seqB] = submissions.map(({ seq }) => seq);
  const served = ['storedSize', 'storedSha256', 'virusCheck'];
  const known = (file: object) => Object.fromEntries(Object.entries(file).filter(([name]) => !served.includes(name)));
  expect(new Set(files.map(known))).toEqual(
    new Set([
      { uploadId: a, deliverableId, statementSeq: null, submissions: [seqA], fileName: 'first.webp' },
      { uploadId: b, deliverableId, statementSeq: null, submissions: [seqB], fileName: 'second.webp' },
    ]),
  );
  const replaced = await must((await staff()).twin.get(`/staff/assignments/${work.id}/uploads/${a}/download`));
  expect(await bytesAt(replaced.body.data.url)).toEqual(first);

  const body = { outcome: 'REFUND', note: 'Neither is what was ordered.' };
  await must((await staff()).twin.post(`/staff/assignments/${work.id}/resolve`, body));
  for (const uploadId of [a, b]) await must(download(advertiser.api, uploadId));
});

test('a file that was attached and never submitted is visible to its creator only, once another replaces it', async () => {
  const prover = await aProver();
  const { work, download } = prover;
  const { uploadId: draft } = await prover.verified(first, 'image/webp');
  const { uploadId: kept } = await prover.verified(second, 'image/webp');
  await prover.attach([draft]);
  await prover.attach([kept]);
  await must(act(work, work.creator.api, 'submit'));
  refused(await download(work.advertiser.api, draft), 'RESOURCE_NOT_FOUND');
  await must(download(work.creator.api, draft));
  await must(act(work, work.advertiser.api, 'request-changes'));
  await must(act(work, work.creator.api, 'submit'));
  await must(act(work, work.advertiser.api, 'issues'));
  const seqs = (await submissionsOf(work)).map(({ seq }) => seq);
  expect((await caseOf(work)).files).toMatchObject([{ uploadId: kept, submissions: seqs }]);
  expect(seqs).toHaveLength(2);
});

test('submitted files are hidden from other users and from other assignments', async () => {
  const [prover, other] = [await aProver(await anOfferedAssignment()), await aProver(await anOfferedAssignment())];
  const { uploadId } = await prover.verified(first, 'image/webp');
  await prover.attach([uploadId]);
  await must(act(prover.work, prover.work.creator.api, 'submit'));
  refused(await prover.download(other.work.advertiser.api, uploadId), 'RESOURCE_NOT_FOUND');
  refused(await other.download(other.work.advertiser.api, uploadId), 'RESOURCE_NOT_FOUND');
  refused(await other.download(prover.work.advertiser.api, uploadId), 'RESOURCE_NOT_FOUND');
  expect((await caseOf(other.work)).files).toEqual([]);
});

test('submitted public URLs stay in the history after others replace them', async () => {
  const work = await anAssignment({ quantity: 5 });
  const { creator, advertiser } = work;
  await must(act(work, creator.api, 'accept'));
  const first = Number(aVod().id);
  const url = (n: number) => `https://www.twitch.tv/videos/${n}`;
  const results = (await creator.api.get(`${pathOf(work)}/deliverables`)).body.data;
  const put = (place: number, expectedVersion: number, n: number) =>
    must(creator.api.put(`${pathOf(work)}/deliverables/${results[place].id}`, { expectedVersion, url: url(n) }));
  for (const place of [0, 1, 2, 3, 4]) await put(place, 1, first + place);
  await must(act(work, creator.api, 'submit'));
  await must(act(work, advertiser.api, 'request-changes'));
  await put(3, 2, first + 99);
  await must(act(work, creator.api, 'submit'));
  const submittedWith = (numbers: readonly number[]) => ({
    results: numbers.map((n, index) => ({
      deliverableId: results[index].id,
      position: index + 1,
      url: url(n),
      contentId: String(n),
      uploadIds: [],
    })),
  });
  expect((await submissionsOf(work)).map(({ data }) => data)).toEqual([
    submittedWith([first, first + 1, first + 2, first + 3, first + 4]),
    submittedWith([first, first + 1, first + 2, first + 99, first + 4]),
  ]);
});

test('both parties can read the issue', async () => {
  const work = await anAssignment();
  await must(act(work, work.creator.api, 'accept'));
  const issue = { reason: 'PAYMENT', description: 'The brief was changed by mail after I had accepted.' };
  await must(act(work, work.creator.api, 'issues', issue));
  for (const { api } of [work.advertiser, work.creator]) {
    const { data } = (await api.get(`${pathOf(work)}/events`)).body;
    expect(data.at(-1)).toMatchObject({ kind: 'assignment.disputed', actor: 'CREATOR', data: issue });
  }
});
