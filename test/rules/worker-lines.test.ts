import { expect, test } from 'vitest';
import { lineFormat } from '../../scripts/local/workers/worker-lines.ts';

const line = (facts: object) => JSON.stringify(facts);
const request = line({ event: 'local.request', method: 'POST', path: '/api/v1/orders/7', status: 201, durationMs: 34 });
const deployed = line({ level: 'info', event: 'request', requestId: 'r', method: 'POST', route: '/:id', status: 201 });
const job = (done: number) =>
  line({
    level: 'info',
    event: 'job.done',
    job: { kind: 'send-due-messages' },
    done,
    isMore: false,
    message: 'm',
    attempts: 1,
  });

test.each([
  ['a request is one line of method, path, status and time', request, 'POST   /api/v1/orders/7  201  34 ms'],
  ['a request is not printed a second time', deployed, null],
  ['a job that changed nothing is silent', job(0), null],
  ['a job that changed something says how much', job(3), 'job    send-due-messages  3 done'],
  [
    'an error keeps its facts',
    line({ level: 'error', event: 'job.failed', attempts: 2, cause: 'no "luck"' }),
    'ERROR job.failed attempts=2 cause="no \\"luck\\""',
  ],
  ['a line of no event is printed as it is', 'Error: broken\n    at x', 'Error: broken\n    at x'],
  ['a line that only begins like JSON is printed as it is', '{ broken', '{ broken'],
])('the text log format: %s', (_, given, printed) => {
  for (const format of [lineFormat({}), lineFormat({ LOG_FORMAT: 'text' })]) expect(format(given)).toBe(printed);
});

test('the JSON log format prints the log of a deployment', () => {
  const format = lineFormat({ LOG_FORMAT: 'json' });
  expect([request, deployed, job(0), 'plain'].map(format)).toEqual([null, deployed, job(0), 'plain']);
});

test('an unknown LOG_FORMAT is refused with the two that exist', () => {
  expect(() => lineFormat({ LOG_FORMAT: 'xml' })).toThrow('LOG_FORMAT is "xml". Use text or json.');
});
