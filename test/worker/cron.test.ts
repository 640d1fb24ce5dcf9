import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { crons as jobsOf } from '../../functions/schedule.ts';
import { isDue } from '../../scripts/local/cron-times.ts';
import { workerConfig } from '../../scripts/local/workers/worker-config.ts';
import { controlOf } from '../support/stack/control.ts';
import { shared } from '../support/stack/shared.ts';

test.each([
  ['*/5 * * * *', '2026-11-21T10:05:00Z', true],
  ['*/5 * * * *', '2026-11-21T10:06:00Z', false],
  ['17 3 * * *', '2026-11-21T03:17:00Z', true],
  ['17 3 * * *', '2026-11-21T15:17:00Z', false],
  ['0 9-17/4,23 * * *', '2026-11-21T13:00:00Z', true],
  ['0 9-17/4,23 * * *', '2026-11-21T14:00:00Z', false],
  ['0 0 1 * *', '2026-12-01T00:00:00Z', true],
  ['0 0 * * 1', '2026-11-22T00:00:00Z', true], // a Sunday
  ['0 0 * * 1', '2026-11-23T00:00:00Z', false],
])('%s at %s is due: %s', (cron, at, due) => {
  expect(isDue(cron, new Date(at))).toBe(due);
});

test('`jobs` runs every cron of wrangler.toml', async () => {
  const { crons } = workerConfig();
  expect(crons).not.toEqual([]);
  for (const cron of crons) await controlOf(shared.controlUrl).fireCron(cron);
});

test('a job without due items logs that it changed 0 things', async () => {
  const before = readFileSync(shared.logFile, 'utf8').length;
  // The first run can find work of earlier tests.
  for (const _ of ['first', 'second']) await controlOf(shared.controlUrl).fireCron('*/5 * * * *');
  const lines = readFileSync(shared.logFile, 'utf8').slice(before).split('\n');
  const last = new Map<string, unknown>();
  // An alarm stays until its cause is gone: earlier tests can have left one.
  const kinds = (jobsOf['*/5 * * * *'] ?? []).map(({ kind }) => kind).filter((kind) => kind !== 'raise-alarms');
  for (const line of lines.filter((text) => text.includes('"event":"job.done"'))) {
    const { job, done } = JSON.parse(line);
    // A job can enqueue others, which run and log at any later time.
    if (kinds.includes(job.kind)) last.set(job.kind, done);
  }
  expect(last).toEqual(new Map(kinds.map((kind) => [kind, 0])));
});
