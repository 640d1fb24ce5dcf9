import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { aFile, putFile } from '../../../support/market/files.ts';
import { created, type Market } from '../../../support/market/market.ts';
import { proofsOf } from '../../../support/market/proofs.ts';
import { type OwnMarket, ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: OwnMarket['control'];
ownMarket(
  (own) => {
    ({ stack, market, control } = own);
  },
  { vars: { LOGGED_REQUESTS_PERCENT: '100' } },
);
afterEach(() => market.expectSoundLedger());

const stored = async (query: string, values: unknown[]) =>
  JSON.stringify((await market.pool.query(query, values)).rows);

/** An endpoint that gets all events. */
const anEndpoint = (ownerId: number) =>
  market.pool.query(
    `insert into webhook_endpoints (owner_id, url, sealed_secret, created_at, updated_at)
     values ($1, 'https://hooks.castline.example/', $2, now(), now())`,
    [ownerId, randomBytes(64)],
  );

test('the history, the outbox, messages, stored answers and logs contain no name, key, digest or URL of a private file', async () => {
  const { aProver, anOfferedAssignment, act, must, pathOf } = proofsOf(market, stack.baseUrl);
  const prover = await aProver(await anOfferedAssignment());
  const { work } = prover;
  const parties = [work.creator.id, work.advertiser.id];
  for (const id of parties) await anEndpoint(id);
  const name = `canary-${work.id}-of-mine.png`;
  const picture = aFile['image/png'](100 + work.id);
  const upload = created(await prover.announce(picture, 'image/png', { fileName: name })).body.data;
  await putFile(upload, picture);
  expect((await prover.complete(upload.uploadId)).status).toBe(200);
  const wrong = await prover.send(picture, 'image/png', { fileName: name, sha256: 'c0ffee'.padEnd(64, '0') });
  await prover.complete(wrong.uploadId);
  await prover.attach([upload.uploadId]);
  await must(act(work, work.creator.api, 'submit'));
  const download = await prover.download(work.advertiser.api, upload.uploadId);
  const last = await work.creator.api.get(`${pathOf(work)}/events?limit=100`);

  const { rows } = await market.pool.query(
    `select incoming_key, stored_key, encode(sha256, 'hex') as digest from private_uploads where assignment_id = $1`,
    [work.id],
  );
  const signatures = [upload.url, download.body.data.url].map((url) =>
    new URL(url).searchParams.get('X-Amz-Signature'),
  );
  const canaries = [
    name,
    ...signatures,
    ...rows.flatMap((row) => [row.incoming_key, row.stored_key, row.digest]),
  ].filter((canary): canary is string => canary !== null);
  expect(canaries.length).toBeGreaterThanOrEqual(8);

  const requestId = last.headers.get('x-request-id') ?? 'none';
  await expect.poll(() => readFileSync(stack.logFile, 'utf8').includes(requestId)).toBe(true);
  const isNotifying = async () =>
    (
      await stored('select kind from messages where recipient_id = any ($1) and endpoint_id is not null', [parties])
    ).match(/proof\.(verified|rejected)/g)?.length;
  await control.run('read-outbox');
  await control.untilQueuesAreEmpty();
  await expect.poll(isNotifying).toBe(4);
  // The parties read the name beside the result.
  const deliverables = (await work.advertiser.api.get(`${pathOf(work)}/deliverables`)).text;
  expect(deliverables).toContain(name);
  const places: Readonly<Record<string, string>> = {
    history: last.text,
    deliverables: deliverables.replaceAll(name, ''),
    events: await stored('select * from assignment_events where assignment_id = $1', [work.id]),
    outbox: await stored(`select * from outbox where (payload->>'assignmentId')::bigint = $1`, [work.id]),
    messages: await stored('select * from messages where recipient_id = any ($1)', [parties]),
    answers: await stored('select * from idempotency_keys where owner_id = any ($1)', [parties]),
    log: readFileSync(stack.logFile, 'utf8'),
  };
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(10);
    expect(
      canaries.filter((canary) => text.includes(canary)),
      place,
    ).toEqual([]);
  }
  expect(places.events).toContain(upload.uploadId);
});
