import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { eicar } from '../../../scripts/local/endpoints/virus-endpoint.ts';
import { refused } from '../../support/contract/expectations.ts';
import { aFile } from '../../support/market/files.ts';
import type { Market } from '../../support/market/market.ts';
import { proofsOf } from '../../support/market/proofs.ts';
import { objectStoreOf } from '../../support/object-store.ts';
import { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
ownMarket((own) => {
  ({ stack, market } = own);
});

const film = aFile['video/mp4'](200_000);
/** A complete film with the test virus in its middle. */
const infected = Buffer.from(film);
infected.write(eicar, 150_000, 'latin1');

const aProver = () => proofsOf(market, stack.baseUrl).aProver();

test('a file with the EICAR test virus is REJECTED and deleted, and recorded in the history', async () => {
  const prover = await aProver();
  const { uploadId } = await prover.send(infected, 'video/mp4');
  refused(await prover.complete(uploadId), 'INVALID_PROOF');
  expect(refused(await prover.complete(uploadId), 'INVALID_STATE')).toMatchObject({ status: 'REJECTED' });
  expect(await prover.events()).toMatchObject([{ kind: 'proof.rejected', data: { uploadId } }]);
  await expect.poll(() => objectStoreOf(stack.storeUrl).list(`stored/${uploadId}/`)).toEqual([]);
});

test('a file without findings of the scanner is CLEAN', async () => {
  const prover = await aProver();
  const { uploadId } = await prover.verified(film, 'video/mp4');
  expect((await prover.attach([uploadId])).body.data.proofs).toMatchObject([{ uploadId, virusCheck: 'CLEAN' }]);
});

test('uploads are neither verified nor rejected while the scanner is down, and the same key completes them later', async () => {
  const prover = await aProver();
  const [clean, wrong] = [await prover.send(film, 'video/mp4'), await prover.send(infected, 'video/mp4')];
  const control = controlOf(stack.controlUrl);
  const key = randomUUID();
  for (const mode of ['fail', 'refuse'] as const) {
    await control.scanner(mode);
    for (const { uploadId } of [clean, wrong])
      refused(
        await prover.complete(uploadId, uploadId === clean.uploadId ? key : randomUUID()),
        'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE',
      );
  }
  await control.scanner('up');
  expect((await prover.complete(clean.uploadId, key)).body.data.status).toBe('VERIFIED');
  refused(await prover.complete(wrong.uploadId), 'INVALID_PROOF');
});
