import { afterAll, expect, test } from 'vitest';
import { dayOf } from '../../../functions/web/ui/format.ts';
import { formIn, hasForm } from '../../support/cabinet/form-in.ts';
import { type KeyedVisitor, keyedVisitor } from '../../support/cabinet/keyed-visitor.ts';
import { filled } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { aVod } from '../../support/market/assignments.ts';
import { aFile, announced, putFile } from '../../support/market/files.ts';
import { created, marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

interface Work {
  readonly path: string;
  /** Of the API. */
  readonly resource: string;
  readonly advertiser: KeyedVisitor;
  readonly creator: KeyedVisitor;
}

async function aWork(listed: { proofModes?: string[] } = {}): Promise<Work> {
  const listing = await market.aListing(listed);
  const buyer = await market.anAdvertiser({ fundsCents: 100_000 });
  const advertiser = await keyedVisitor(market, baseUrl, buyer.id);
  const creator = await keyedVisitor(market, baseUrl, listing.creator.id);
  const person = { id: buyer.id, apiKey: advertiser.apiKey, api: advertiser.api };
  const { assignments } = created(await market.checkOut(person, await market.aQuote(person, listing))).body.data;
  const { id } = assignments[0];
  return { path: `/cabinet/work/${id}`, resource: `/placement-assignments/${id}`, advertiser, creator };
}

const seen = async ({ advertiser, resource }: Work) => (await advertiser.api.get(resource)).body.data;

/** Sends a form of the page of the work, which succeeds. */
async function act({ visitor }: KeyedVisitor, { path }: Work, form: string, values = {}, of = ''): Promise<void> {
  const sent = await visitor.submit(path, form, values, of);
  expect({ form, status: sent.status, words: sent.status === 303 ? '' : wordsOf(sent.html) }).toEqual({
    ...{ form, status: 303, words: '' },
  });
}

test('both parties take the work from acceptance to payment', async () => {
  const work = await aWork();
  const { advertiser, creator, path } = work;
  expect(wordsOf((await creator.visitor.get('/cabinet/work')).html)).toContain('Accept or decline');
  await act(creator, work, 'accept');
  const [result] = (await seen(work)).deliverables;
  await act(creator, work, 'link', { url: aVod().url, note: 'Live.' }, String(result.id));
  await act(creator, work, 'submit');
  expect(wordsOf((await advertiser.visitor.get('/cabinet/work')).html)).toContain('Approve or request changes');
  await act(advertiser, work, 'changes', { reason: 'Please show the can.' });
  const asked = wordsOf((await creator.visitor.get(path)).html);
  expect(asked).toContain('The advertiser asks for these changes: Please show the can.');
  await act(creator, work, 'submit');
  const page = wordsOf((await advertiser.visitor.get(path)).html);
  expect(page).toContain('After this time Castline approves the work and pays the creator.');
  expect(page).toContain('Approve the results and release 105.00 USDT?');
  expect(page).toContain('We have no view count for the post of result 1. Open this post before you approve.');
  await act(advertiser, work, 'approve');
  expect((await seen(work)).status).toBe('APPROVED');
  expect(wordsOf((await advertiser.visitor.get(path)).html)).toContain('You approved the work and paid the creator');
  await market.expectSoundLedger();
});

test('the page states what is next and the results before the terms and the history', async () => {
  const { path, advertiser } = await aWork();
  const { html } = await advertiser.visitor.get(path);
  expect([...html.matchAll(/<h2 id="(.*?)"/g)].map(([, id]) => id)).toEqual(['next', 'results', 'terms', 'history']);
});

test('the lists of orders and of work name the same due day, and the same state with the same words', async () => {
  const work = await aWork();
  const { dueAt } = await seen(work);
  const rowIn = async (path: string) => {
    const { html } = await work.advertiser.visitor.get(path);
    return wordsOf(/<tbody>(.*?)<\/tbody>/s.exec(html)?.[1] ?? '');
  };
  for (const path of ['/cabinet/orders', '/cabinet/work']) {
    const row = await rowIn(path);
    expect(row).toContain(dayOf(dueAt));
    expect(row).toContain('Waiting for acceptance');
  }
  expect(await rowIn('/cabinet/work')).toContain('The creator must accept before');
  await act(work.creator, work, 'accept');
  for (const path of ['/cabinet/orders', '/cabinet/work']) expect(await rowIn(path)).toContain('In progress');
  const issue = { expectedVersion: (await seen(work)).version, reason: 'Late', description: 'Nothing came.' };
  expect((await work.creator.api.post(`${work.resource}/issues`, issue)).status).toBe(200);
  expect(await rowIn('/cabinet/orders')).toContain('In progress Work: disputed');
  const { id, orderId } = await seen(work);
  const order = wordsOf((await work.advertiser.visitor.get(`/cabinet/orders/${orderId}`)).html);
  expect(order).toContain(`Show work ${id} Disputed`);
  expect(await rowIn('/cabinet/work')).toContain('Disputed');
});

test('an advertiser asks to cancel accepted work, and both parties read from when it may cancel alone', async () => {
  const work = await aWork();
  await act(work.creator, work, 'accept');
  const { cancelFrom } = (await work.creator.api.get(work.resource)).body.data;
  const { html } = await work.advertiser.visitor.get(work.path);
  expect(wordsOf(html)).toContain('you may cancel without the agreement of the creator.');
  expect(html).toContain(cancelFrom);
  expect(wordsOf(html)).toContain('Ask the creator to cancel this work?');
  const forCreator = (await work.creator.visitor.get(work.path)).html;
  expect(wordsOf(forCreator)).toContain('the advertiser may cancel without your agreement.');
  expect(wordsOf(forCreator)).toContain('Cancel this work?');
});

test('the page shows the amounts of the side of its reader', async () => {
  const { path, resource, advertiser, creator } = await aWork();
  const { amounts } = (await creator.api.get(resource)).body.data;
  const net = `${Number(amounts.net.raw) / 1e6}.00 USDT`;
  expect(wordsOf((await creator.visitor.get(path)).html)).toContain(net);
  const words = wordsOf((await advertiser.visitor.get(path)).html);
  expect(words).toContain('105.00 USDT');
  expect(words).not.toContain(net);
});

test('both parties read the usage terms of the service as they were when it was ordered', async () => {
  const { path, resource, advertiser, creator } = await aWork();
  const { serviceListingId } = (await creator.api.get(resource)).body.data;
  await market.pool.query(`update service_listings set usage_terms = 'Later ones.' where id = $1`, [serviceListingId]);
  for (const { api, visitor } of [advertiser, creator]) {
    expect((await api.get(resource)).body.data.usageTerms).toBe('Use it anywhere for a year.');
    expect(wordsOf((await visitor.get(path)).html)).toContain('Usage terms Use it anywhere for a year.');
  }
});

test('a proposal of another date is answered by the other party', async () => {
  const work = await aWork();
  const { advertiser, creator } = work;
  await act(creator, work, 'accept');
  await act(advertiser, work, 'propose', { dueAt: '2099-05-01T10:00' });
  const { openProposal } = await seen(work);
  expect(wordsOf((await creator.visitor.get(work.path)).html)).toContain('The advertiser proposes other dates');
  await act(creator, work, 'acceptProposal', {}, String(openProposal.id));
  expect((await seen(work)).dueAt).toBe('2099-05-01T10:00:00.000Z');
});

test.each([
  ['declines', 'decline', 'DECLINED'],
  ['cancels', 'cancel', 'CANCELLED'],
])('a creator who %s refunds the advertiser', async (_, form, status) => {
  const work = await aWork();
  if (form === 'cancel') await act(work.creator, work, 'accept');
  await act(work.creator, work, form);
  expect((await seen(work)).status).toBe(status);
  expect((await work.advertiser.api.get('/wallet')).body.data.reserved.raw).toBe('0');
  await market.expectSoundLedger();
});

test('an issue stops the work, and the other party reads it', async () => {
  const work = await aWork();
  await act(work.creator, work, 'accept');
  await act(work.creator, work, 'issue', { reason: 'No product', description: '<b>It never arrived.</b>' });
  const { html } = await work.advertiser.visitor.get(work.path);
  expect(html).toContain('&lt;b&gt;It never arrived.&lt;/b&gt;');
  expect(wordsOf(html)).toContain('Our staff reads the issue');
});

test('both parties add statements to a dispute without script; a statement after the decision is refused, and the page keeps its text', async () => {
  const work = await aWork();
  const { advertiser, creator, path } = work;
  await act(creator, work, 'accept');
  expect(hasForm((await creator.visitor.get(path)).html, 'statement')).toBe(false);
  await act(creator, work, 'issue', { reason: 'No product', description: 'It never arrived.' });
  await act(advertiser, work, 'statement', { text: '<b>It was sent.</b>' });
  await act(creator, work, 'statement', { text: 'To the wrong street.' });
  const { html } = await creator.visitor.get(path);
  expect(html).toContain('&lt;b&gt;It was sent.&lt;/b&gt;');
  expect(wordsOf(html)).toMatch(/The advertiser added a statement[\s\S]*You added a statement To the wrong street\./);
  const empty = await creator.visitor.submit(path, 'statement', { text: ' ' });
  expect(empty.status).toBe(400);
  const staff = await keyedVisitor(market, baseUrl, await market.aUser(['STAFF']));
  const desk = `/cabinet/staff/disputes/${path.split('/').at(-1)}`;
  expect((await staff.visitor.submit(desk, 'resolve', { outcome: 'REFUND', note: 'As agreed.' })).status).toBe(303);
  const late = await creator.visitor.post(path, filled(formIn(html, 'statement'), { text: 'One more thing.' }));
  expect(late.status).toBe(409);
  expect(hasForm(late.html, 'statement')).toBe(false);
  expect(wordsOf(late.html)).toContain('One more thing.');
  await market.expectSoundLedger();
});

test('an approval that is sent twice pays once', async () => {
  const work = await aWork();
  await act(work.creator, work, 'accept');
  const [result] = (await seen(work)).deliverables;
  await act(work.creator, work, 'link', { url: aVod().url }, String(result.id));
  await act(work.creator, work, 'submit');
  const { html } = await work.advertiser.visitor.get(work.path);
  const fields = formIn(html, 'approve');
  const send = () => work.advertiser.visitor.post(work.path, fields);
  expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([303, 303]);
  expect((await work.creator.api.get('/wallet/transactions')).body.data).toHaveLength(1);
  await market.expectSoundLedger();
});

test('an action on work that has changed meanwhile is refused, and the page shows what is allowed now', async () => {
  const work = await aWork();
  const { html } = await work.advertiser.visitor.get(work.path);
  await act(work.creator, work, 'accept');
  const stale = await work.advertiser.visitor.post(work.path, formIn(html, 'cancel'));
  expect(stale.status).toBe(409);
  expect(hasForm(stale.html, 'issue')).toBe(true);
});

test('work of other parties is not found', async () => {
  const work = await aWork();
  const { visitor } = await keyedVisitor(market, baseUrl, (await market.anAdvertiser()).id);
  expect((await visitor.get(work.path)).status).toBe(404);
  const { html } = await work.creator.visitor.get(work.path);
  expect((await visitor.post(work.path, formIn(html, 'accept'))).status).toBe(404);
  expect((await seen(work)).status).toBe('PENDING');
});

test('the script of a page gets the answer of a form as JSON, with its refusals', async () => {
  const work = await aWork({ proofModes: ['PRIVATE_FILE'] });
  const { creator, path } = work;
  await act(creator, work, 'accept');
  const [result] = (await seen(work)).deliverables;
  const bytes = aFile['image/png']();
  const { fileName, contentType, size, sha256 } = announced(bytes, 'image/png');
  const send = async (form: string, fields: Record<string, string>, of = '') => {
    const own = { form, of, idempotencyKey: crypto.randomUUID() };
    const sent = await creator.visitor.post(path, Object.entries({ ...own, ...fields }), {
      accept: 'application/json',
    });
    return { status: sent.status, json: JSON.parse(sent.html) };
  };
  const file = { deliverableId: String(result.id), fileName, contentType, size: String(size), sha256 };
  const { status, json } = await send('upload', file);
  expect(status).toBe(201);
  const early = await send('complete', {}, json.data.uploadId);
  expect(early).toMatchObject({ status: 400, json: { code: 'INVALID_PROOF' } });
  expect((await putFile(json.data, bytes)).status).toBe(200);
  expect((await send('complete', {}, json.data.uploadId)).json.data.status).toBe('VERIFIED');
  await act(creator, work, 'files', { uploadIds: [json.data.uploadId] }, String(result.id));
  await act(creator, work, 'submit');
  expect(wordsOf((await work.advertiser.visitor.get(path)).html)).toContain(`Files ${fileName}`);
  const download = await work.advertiser.visitor.get(`${path}/files/${json.data.uploadId}`);
  expect(download.status).toBe(303);
  expect((await fetch(download.headers.get('location') ?? '')).status).toBe(200);
  const foreign = await creator.visitor.post(path, [['form', 'upload']], {
    ...{ accept: 'application/json', origin: 'https://other.example' },
  });
  expect(foreign.status).toBe(403);
});
