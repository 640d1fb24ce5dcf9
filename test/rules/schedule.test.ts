import { expect, test } from 'vitest';
import { crons } from '../../functions/schedule.ts';
import { job } from '../../schema/shared/jobs.ts';

// Most tests run a job alone: this one keeps its trigger.
test('a job that is about no object of its own is queued by exactly one cron trigger', () => {
  const positions = ['kind', 'afterId', 'of'];
  const general = job()
    .options.filter(({ shape }) => Object.keys(shape).every((field) => positions.includes(field)))
    .flatMap(({ shape }) => [...shape.kind.values]);
  const triggered = Object.values(crons)
    .flat()
    .map(({ kind }) => kind);
  expect(general.length).toBeGreaterThan(30);
  expect([...new Set(triggered)].sort()).toEqual(general.sort());
  const others = triggered.filter((kind) => kind !== 'reseal-secrets');
  expect(new Set(others).size).toBe(others.length);
});
