import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Redis } from '@upstash/redis/cloudflare';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { countCalls } from '../../functions/http/rate-limit.ts';
import type { KeyValue } from '../../functions/platform/key-value.ts';
import { readSettings } from '../../functions/settings/index.ts';
import { buildFunctions, modulesOf, startAndLazy } from '../../scripts/local/workers/worker-modules.ts';
import { completeSettings } from '../support/complete-settings.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'castline-first-'));
beforeAll(() => buildFunctions(directory), 60_000);
afterAll(() => rmSync(directory, { recursive: true }));

// workerd evaluates Node's process and streams when a module reads `process`, which takes 15 ms of a first request.
test.each(['guest', 'api', 'jobs'] as const)(
  'the database driver and the pages of %s do not read the process of Node',
  (name) => {
    const reading = modulesOf(directory, name).filter(({ contents }) =>
      /globalThis\.process|process\.getBuiltin/.test(contents),
    );
    expect(reading.map((module) => module.path)).toEqual([]);
  },
);

test.each([
  ['api', ['oauth4webapi', '@aws-sdk/client-s3', 'file-type']],
  ['jobs', ['oauth4webapi', '@aws-sdk/client-s3']],
] as const)('the start of %s evaluates no package of sign-ins, files or pictures', (name, late) => {
  const { start, lazy } = startAndLazy(directory, name);
  expect(late.filter((one) => start.packages.has(one))).toEqual([]);
  expect(late.filter((one) => !lazy.packages.has(one))).toEqual([]);
  expect([...start.packages]).toEqual(expect.arrayContaining(['drizzle-orm', 'zod']));
});

const settings = readSettings('api', completeSettings);

test('the rate limit sends no telemetry', async () => {
  const redis = { addTelemetry: vi.fn(), evalsha: async () => [10, 0] };
  const attempt: KeyValue['attempt'] = (work) => work(asRedis(redis));
  const keyValue: KeyValue = { attempt, insist: attempt };
  const counted = await countCalls(keyValue, settings, 'guest', '203.0.113.1', 1);
  expect(counted?.success).toBe(true);
  expect(redis.addTelemetry).not.toHaveBeenCalled();
});

/** Safe: the rate limit calls only these methods. */
const asRedis = (redis: object) => redis as Redis;
