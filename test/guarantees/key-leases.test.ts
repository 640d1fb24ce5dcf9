import { randomUUID } from 'node:crypto';
import { Redis } from '@upstash/redis';
import { beforeEach, describe, expect, test } from 'vitest';
import { acquireKey, type KeyLease, releaseKey } from '../../functions/http/key-lease.ts';
import type { KeyValue } from '../../functions/platform/key-value.ts';
import { shared } from '../support/stack/shared.ts';

const redis = new Redis({
  url: shared.upstashUrl,
  token: shared.upstashToken,
  automaticDeserialization: false,
  enableTelemetry: false,
});
const keyValue: KeyValue = { attempt: (work) => work(redis), insist: (work) => work(redis) };

let first: KeyLease;
let identical: KeyLease;
let other: KeyLease;
beforeEach(() => {
  first = { who: 'user:1', key: randomUUID(), fingerprint: 'one', token: randomUUID() };
  identical = { ...first, token: randomUUID() };
  other = { ...first, fingerprint: 'other', token: randomUUID() };
});

const acquired = (lease: KeyLease) => acquireKey(keyValue, lease);
const name = () => `idempotency:user:1:${first.key}`;

describe('the lease of an Idempotency-Key', () => {
  test('goes to one of several concurrent requests, and expires', async () => {
    const outcomes = await Promise.all([first, identical, { ...first, token: randomUUID() }].map(acquired));
    expect(outcomes.toSorted()).toEqual(['acquired', 'running', 'running']);
    expect(await redis.ttl(name())).toBeGreaterThan(0);
    expect(await acquired(other)).toBe('other');
  });

  test('stays with a holder who asks for it again', async () => {
    expect([await acquired(first), await acquired(first)]).toEqual(['acquired', 'acquired']);
  });

  test('may be held after a lost reply, and is not held if Redis was not asked', async () => {
    const lost: KeyValue = { ...keyValue, attempt: async (work) => void (await work(redis)) };
    expect(await acquireKey(lost, first)).toBe('unknown');
    const skipped: KeyValue = { ...keyValue, attempt: async () => undefined };
    expect(await acquireKey(skipped, identical)).toBe('ended');
  });

  test('is released by a failure of its holder', async () => {
    await acquired(first);
    await releaseKey(keyValue, first, false);
    expect(await acquired(identical)).toBe('acquired');
  });

  test('is not released by the failure of a former holder whose lease expired', async () => {
    await acquired(first);
    await redis.del(name());
    expect(await acquired(identical)).toBe('acquired');
    await releaseKey(keyValue, first, false);
    expect(await acquired({ ...first, token: randomUUID() })).toBe('running');
  });

  test('ends for identical requests with the success of any holder, also of a former one', async () => {
    await acquired(first);
    await redis.del(name());
    await acquired(identical);
    await releaseKey(keyValue, first, true);
    await releaseKey(keyValue, identical, false);
    expect([await acquired(identical), await acquired(other)]).toEqual(['ended', 'other']);
  });
});
