import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { type FakeStore, startFakeStore } from '../../support/fake-store.ts';
import { filesIn } from '../../support/market/archives.ts';
import { aTile, campaignProofsOf, type ProvenCampaign } from '../../support/market/campaign-proofs.ts';
import { marketOf } from '../../support/market/market.ts';
import { storeAt } from '../../support/object-store.ts';
import { controlOf } from '../../support/stack/control.ts';
import { withWaitsEnded } from '../../support/stack/held-store.ts';
import type { OwnMarket } from '../../support/stack/own-market.ts';
import { startStack } from '../../support/stack/stack.ts';

let store: FakeStore;
let own: OwnMarket;
let scene: ProvenCampaign;
const uploads: string[] = [];
let image: string;
beforeAll(async () => {
  store = await startFakeStore();
  const stack = await startStack({ vars: storeAt(store.endpoint) });
  own = { stack, market: marketOf(stack), control: controlOf(stack.controlUrl) };
  scene = await campaignProofsOf(own).aCampaign();
  for (let n = 0; n < 3; n += 1) {
    const { prover, lists } = await scene.aPost();
    const uploadId = await prover.verified(aTile(50_000 + n));
    const proof = { uploadId, takenAt: (await own.control.now()).toISOString(), views: n };
    const { id } = (await prover.add(proof)).body.data;
    uploads.push(uploadId);
    image = `${lists.advertiser}/${id}/image`;
  }
});
afterAll(async () => {
  await own.market.close();
  await own.stack.stop();
  await store.stop();
});

/** Ends what a test has done to the store. */
let restore: () => void = () => undefined;
afterEach(() => restore());
const endReads = (...after: Parameters<FakeStore['endReadsAfter']>) => {
  restore = store.endReadsAfter(...after);
};

const zip = () => `/campaigns/${scene.campaign.id}/proofs/zip`;

interface Received {
  readonly status: number;
  readonly length: number;
  /** The bytes until now. */
  bytes(): Buffer;
  /** How the connection ended. */
  readonly end: Promise<'whole' | 'broken'>;
}

/** Begins a download, and resolves when its headers have arrived. */
function download(): Promise<Received> {
  const headers = { authorization: `Bearer ${scene.advertiser.apiKey}` };
  return new Promise((resolve, reject) => {
    get(`${own.stack.baseUrl}/api/v1/public${zip()}`, { headers }, (answer) => {
      const parts: Buffer[] = [];
      const { promise: end, resolve: ended } = Promise.withResolvers<'whole' | 'broken'>();
      answer.on('data', (part) => parts.push(part));
      answer.on('error', () => ended('broken'));
      answer.on('end', () => ended('whole'));
      const length = Number(answer.headers['content-length']);
      resolve({ status: answer.statusCode ?? 0, length, bytes: () => Buffer.concat(parts), end });
    }).on('error', reject);
  });
}

const failures = () =>
  readFileSync(own.stack.logFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"event":"failure"'));

/** Expects a download that ends before its announced length, so that no program takes it for a ZIP. */
async function expectBroken(begun: Received): Promise<void> {
  expect(begun.status).toBe(200);
  expect(await begun.end).toBe('broken');
  expect(begun.bytes().length).toBeLessThan(begun.length);
  await expect(filesIn(begun.bytes())).rejects.toThrow();
}

describe('the ZIP', () => {
  test('the ZIP is streamed: its index and its first image arrive before the second image is read', async () => {
    endReads(1, 'hang');
    const before = store.checks();
    const begun = await download();
    await expect.poll(() => begun.bytes().length).toBeGreaterThan(50_000);
    const sent = begun.bytes();
    expect(sent.includes('"post","link","account","reel","time","views"')).toBe(true);
    expect(sent.includes('manifest.json')).toBe(false);
    await expect.poll(() => store.checks() - before).toBe(2);
    restore();
    expect(await begun.end).toBe('whole');
    expect(begun.bytes().length).toBe(begun.length);
    expect(await filesIn(begun.bytes())).toHaveLength(5);
  });

  test('the ZIP ends before its announced length when the store fails in the middle, and the log says why without an address', async () => {
    endReads(1, 'fail');
    const before = failures().length;
    await expectBroken(await download());
    await expect.poll(() => failures().length).toBe(before + 1);
    const line = failures().at(-1) ?? '';
    expect(line).toContain('PRIVATE_UPLOAD_SERVICE_UNAVAILABLE');
    expect(line).not.toMatch(/X-Amz|incoming|stored\//);
  });

  test('the ZIP ends before its announced length when the stored bytes differ from the checked ones', async () => {
    const key = store.keysWith(uploads[1] ?? '').find((one) => one.includes('stored/'));
    const former = store.bytesOf(key ?? '');
    store.replace(key ?? '', Buffer.from(former.map((byte) => byte ^ 1)));
    await expectBroken(await download());
    store.replace(key ?? '', former.subarray(1));
    await expectBroken(await download());
    store.replace(key ?? '', former);
    expect(await (await download()).end).toBe('whole');
  });
});

describe('an unavailable store is PRIVATE_UPLOAD_SERVICE_UNAVAILABLE', () => {
  const both = () => [zip(), image];

  test('a store that refuses the read is unavailable', async () => {
    endReads(0, 'fail');
    for (const path of both()) {
      const reply = await scene.advertiser.keyed.get(path);
      refused(reply, 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE', path);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('a store that does not answer is unavailable after 9 seconds at most', async () => {
    await own.control.holdClock(true);
    endReads(0, 'hang');
    for (const path of both()) {
      const work = scene.advertiser.keyed.get(path);
      refused(
        await withWaitsEnded(work, () => own.control.endTimeouts(4_500)),
        'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE',
        path,
      );
    }
    await own.control.holdClock(false);
  });

  test('a store without the file is unavailable', async () => {
    const [upload = ''] = uploads;
    const key = store.keysWith(upload).find((one) => one.includes('stored/')) ?? '';
    const former = store.bytesOf(key);
    store.replace(key, null);
    refused(await scene.advertiser.keyed.get(zip()), 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE');
    store.replace(key, former);
  });

  test('a store that refuses connections is unavailable', async () => {
    await store.stop();
    for (const path of both())
      refused(await scene.advertiser.keyed.get(path), 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE', path);
  });
});
