import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterOtherHashes, HashPlaces } from '../../../functions/identity/account/hash-places.ts';

/** Work that lasts until the test ends it. */
function aWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, end: () => resolve('done') };
}

const stranger = (address: string, network = address) => ({ address, network, isKnown: false });
const refusal = { code: 'SERVICE_UNAVAILABLE', details: { retryAfterSeconds: 2 } };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Places that are all taken, by works that the test ends. */
function takenPlaces(count: number) {
  const places = new HashPlaces(count);
  const works = Array.from({ length: count }, aWork);
  const running = works.map(({ work }) => places.within(work, stranger('2001:db8::1')));
  return { places, works, running };
}

test('a request that finds all places taken waits for one, and is then served', async () => {
  const { places, works, running } = takenPlaces(2);
  const work = vi.fn(async () => 'served');
  const waiting = places.within(work, stranger('2001:db8::2'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).not.toHaveBeenCalled();
  works[0]?.end();
  await vi.advanceTimersByTimeAsync(100);
  expect(await waiting).toBe('served');
  works[1]?.end();
  expect(await Promise.all(running)).toEqual(['done', 'done']);
});

test('a request that has waited for 8 seconds is refused with 503 and Retry-After, and runs nothing', async () => {
  const { places } = takenPlaces(1);
  const work = vi.fn(async () => 'served');
  const refused = expect(places.within(work, stranger('2001:db8::2'))).rejects.toMatchObject(refusal);
  await vi.advanceTimersByTimeAsync(8_100);
  await refused;
  expect(work).not.toHaveBeenCalled();
});

test('three requests of one address wait, and 40 of all; each further one is refused at once', async () => {
  const { places } = takenPlaces(1);
  const wait = (address: string) => places.within(async () => 'served', stranger(address)).catch(({ code }) => code);
  const waiting = Array.from({ length: 40 }, (_, n) => wait(`10.0.0.${Math.floor(n / 3)}`));
  expect(await wait('10.0.0.0')).toBe('SERVICE_UNAVAILABLE');
  expect(await wait('10.0.1.1')).toBe('SERVICE_UNAVAILABLE');
  await vi.advanceTimersByTimeAsync(8_100);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['SERVICE_UNAVAILABLE']));
});

test('strangers of one network take at most 12 places of the queue, however many addresses it has, and its known devices wait beside them', async () => {
  const { places } = takenPlaces(1);
  const network = '2001:db8:7::/48';
  const wait = (n: number, isKnown: boolean) => {
    const who = { ...stranger(`2001:db8:7:${n}::/64`, network), isKnown };
    return places.within(async () => 'served', who).catch(({ code }) => code);
  };
  const waiting = Array.from({ length: 12 }, (_, n) => wait(n, false));
  expect(await wait(12, false)).toBe('SERVICE_UNAVAILABLE');
  const others = [wait(13, true), places.within(async () => 'served', stranger('192.0.2.1')).catch(({ code }) => code)];
  await vi.advanceTimersByTimeAsync(100);
  expect(await Promise.race([...waiting, ...others, Promise.resolve('waiting')])).toBe('waiting');
  await vi.advanceTimersByTimeAsync(8_100);
  await Promise.all([...waiting, ...others]);
});

test('a known device takes the place of the stranger who came last when 40 wait, until forty of them wait', async () => {
  const { places } = takenPlaces(1);
  const wait = (n: number, isKnown: boolean) =>
    places.within(async () => 'served', { ...stranger(`10.0.0.${n}`), isKnown }).catch(({ code }) => code);
  const strangers = Array.from({ length: 40 }, (_, n) => wait(n, false));
  const known = wait(40, true);
  await vi.advanceTimersByTimeAsync(100);
  expect(await Promise.race([...strangers, known])).toBe('SERVICE_UNAVAILABLE');
  expect(await strangers.at(-1)).toBe('SERVICE_UNAVAILABLE');
  const others = Array.from({ length: 39 }, (_, n) => wait(41 + n, true));
  expect(await wait(80, true), 'forty known devices wait').toBe('SERVICE_UNAVAILABLE');
  await vi.advanceTimersByTimeAsync(100);
  expect(await Promise.all(strangers)).toEqual(Array.from({ length: 40 }, () => 'SERVICE_UNAVAILABLE'));
  await vi.advanceTimersByTimeAsync(8_100);
  expect(new Set(await Promise.all([known, ...others]))).toEqual(new Set(['SERVICE_UNAVAILABLE']));
});

test('known devices are served before strangers who came earlier, and strangers in the order of their arrival', async () => {
  const { places, works } = takenPlaces(1);
  const served: string[] = [];
  const wait = (name: string, isKnown: boolean) =>
    places.within(async () => served.push(name), { ...stranger(name), isKnown });
  const waiting = [wait('first', false), wait('second', false), wait('known', true)];
  works[0]?.end();
  await vi.advanceTimersByTimeAsync(500);
  await Promise.all(waiting);
  expect(served).toEqual(['known', 'first', 'second']);
});

test('24 requests at once of 8 addresses are all served by 8 places', async () => {
  const places = new HashPlaces(8);
  const hash = () => afterOtherHashes(() => new Promise<string>((resolve) => setTimeout(() => resolve('served'), 250)));
  const all = Array.from({ length: 24 }, (_, n) => places.within(hash, stranger(`10.0.0.${n % 8}`)));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(new Set(await Promise.all(all))).toEqual(new Set(['served']));
});

test('a failed hash releases its place, and the place of a request that died expires', async () => {
  const places = new HashPlaces(1);
  const who = stranger('2001:db8::1');
  await expect(places.within(() => Promise.reject(new Error('no')), who)).rejects.toThrow('no');
  places.within(aWork().work, who).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(29_000);
  const waiting = places.within(async () => 'done', who);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await waiting).toBe('done');
});

test('the function hashes one password at a time, and serves other requests between two hashes', async () => {
  const seen: string[] = [];
  const hash = (name: string) =>
    afterOtherHashes(async () => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} ends`);
    });
  setTimeout(() => seen.push('another request'), 0);
  const both = Promise.all([hash('first'), hash('second')]);
  await vi.advanceTimersByTimeAsync(10);
  await both;
  expect(seen).toEqual(['another request', 'first begins', 'first ends', 'second begins', 'second ends']);
});

test('the function hashes after a failed hash', async () => {
  const [failed, done] = [
    afterOtherHashes(() => Promise.reject(new Error('no'))),
    afterOtherHashes(async () => 'done'),
  ];
  const refused = expect(failed).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(10);
  await refused;
  expect(await done).toBe('done');
});
