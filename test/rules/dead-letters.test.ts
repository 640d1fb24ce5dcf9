import { expect, test } from 'vitest';
import type { DeadLetterRecord } from '../../db/desk/dead-letters.ts';
import { actionsOn, jobToRequeue, storable } from '../../functions/desk/rules.ts';

const letter = (changes: Partial<DeadLetterRecord> = {}): DeadLetterRecord => ({
  id: 1,
  at: '2026-11-24T17:15:00.000Z',
  queue: 'JOBS',
  kind: 'sweep-quotes',
  attempts: 6,
  body: { kind: 'sweep-quotes' },
  requeuedAt: null,
  requeuedBy: null,
  ...changes,
});

test.each([
  ['a job that nobody has queued again', letter(), ['requeue']],
  ['a job that was queued again', letter({ requeuedAt: '2026-11-24T18:15:00.000Z', requeuedBy: 3 }), []],
  ['a message that is no job', letter({ body: { kind: 'a former kind' } }), []],
])('%s allows its actions, and is refused otherwise', (_, given, allowed) => {
  expect(actionsOn(given)).toEqual(allowed);
  if (allowed.length > 0) expect(jobToRequeue(given)).toEqual(given.body);
  else expect(() => jobToRequeue(given)).toThrow();
});

test.each([
  ['a job', { kind: 'sweep-quotes' }, '{"kind":"sweep-quotes"}'],
  [
    'a click, without the digests of its visitor',
    { kind: 'count-click', visitor: 'x', network: 'y' },
    '{"kind":"count-click"}',
  ],
  ['a text with NUL', { text: 'a\u0000b' }, '{"text":"ab"}'],
  ['a text with an escaped NUL', { text: '\\u0000' }, '{"text":"\\\\u0000"}'],
  ['a text with a lone surrogate', { text: '\ud800' }, '{"text":"\ufffd"}'],
  ['no object', 'text', '{"message":"text"}'],
  ['nothing', undefined, '{"message":null}'],
])('%s is stored as a JSON object that Postgres takes', (_, body, stored) => {
  expect(storable(body)).toBe(stored);
});
