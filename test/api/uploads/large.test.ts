import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeStore, startFakeStore } from '../../support/fake-store.ts';
import { aFile } from '../../support/market/files.ts';
import { marketOf } from '../../support/market/market.ts';
import { uploadsOf } from '../../support/market/uploads.ts';
import { storeAt } from '../../support/object-store.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth, isFullDepth } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';
import { type OwnStack, startStack } from '../../support/stack/stack.ts';

const mebibyte = 1024 * 1024;
const empty = aFile['video/mp4']().length;
/** The largest film. The local store takes seconds to copy it. */
const largest = depth(10, 100) * mebibyte;
const film = aFile['video/mp4'](largest - empty);

test(`the store accepts a film of ${largest / mebibyte} MiB, and the service verifies it`, async () => {
  expect(film.length).toBe(largest);
  const market = marketOf(shared);
  const uploader = await uploadsOf({ market, baseUrl: shared.baseUrl }).anUploader();
  // The local store copies at the speed of the machine, so no timeout may end.
  await controlOf(shared.controlUrl).withoutWaiting(() => uploader.verified(film, 'video/mp4'));
  await market.close();
});

/** A number of /proc/<pid>/status, in bytes. */
const memoryOf = (pid: number, field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Every workerd below a process. */
function workerdsOf(ancestor: number): number[] {
  const parentOf = (pid: number) => Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const isBelow = (pid: number): boolean => pid > 1 && (pid === ancestor || isBelow(parentOf(pid)));
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'workerd' && isBelow(pid);
    } catch {
      return false;
    }
  });
}

describe.runIf(isFullDepth && process.platform === 'linux')('the edge function', () => {
  // The store of the local stack takes seconds to copy such a file; the memory of the edge function does not depend on it.
  let store: FakeStore;
  let stack: OwnStack;
  beforeAll(async () => {
    store = await startFakeStore();
    stack = await startStack({ vars: storeAt(store.endpoint), hasProcesses: true });
  });
  afterAll(async () => {
    await stack.stop();
    await store.stop();
  });

  test('three concurrent checks of films of 100 MiB stay within 128 MB of memory', async () => {
    // The workerd of the second stack runs only this edge function.
    const first = workerdsOf(stack.process.pid ?? 0);
    const baseUrl = await controlOf(stack.controlUrl).anotherInstance();
    const pid = workerdsOf(stack.process.pid ?? 0).find((one) => !first.includes(one)) ?? 0;
    const market = marketOf(stack);
    const uploader = await uploadsOf({ market, baseUrl }).anUploader();
    await uploader.verified(aFile['video/mp4'](), 'video/mp4');
    const sent = [];
    for (let count = 0; count < 4; count += 1) sent.push(await uploader.send(film, 'video/mp4'));

    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const before = memoryOf(pid, 'VmRSS');
    const startedAt = Date.now();
    const [alone, ...others] = sent;
    expect((await uploader.complete(alone?.uploadId ?? '')).body.data.status).toBe('VERIFIED');
    const tookMs = Date.now() - startedAt;
    const peakOfOne = memoryOf(pid, 'VmHWM');
    const replies = await Promise.all(others.map(({ uploadId }) => uploader.complete(uploadId)));
    expect(replies.map(({ body }) => body.data?.status)).toEqual(['VERIFIED', 'VERIFIED', 'VERIFIED']);
    const peak = memoryOf(pid, 'VmHWM');
    const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
    console.log(
      `100 MiB: ${tookMs} ms; workerd ${mb(before)}, at most ${mb(peakOfOne)} for one and ${mb(peak)} for three`,
    );
    expect(peak - before).toBeLessThan(128e6);
    await market.close();
  });
});
