import { afterEach, expect, test, vi } from 'vitest';
import { logDeferred, logRequest } from '../../functions/http/request-log.ts';
import { Refusal } from '../../schema/shared/errors.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const line = { requestId: 'r', method: 'GET', route: '/:id', durationMs: 1, actor: null };

/** The levels of the lines of 1,000 requests with this status. */
function levelsOf(status: number, percent: number): string[] {
  const levels: string[] = [];
  for (const level of ['info', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((text: string) => void levels.push(JSON.parse(text).level));
  for (let sent = 0; sent < 1_000; sent++) logRequest({ ...line, status }, percent);
  return levels;
}

test('every request is logged at 100 percent', () => {
  expect(levelsOf(200, 100)).toEqual(Array(1_000).fill('info'));
});

test('a request that fails with 5xx is logged at any percentage', () => {
  expect(levelsOf(500, 0)).toEqual(Array(1_000).fill('error'));
  expect(levelsOf(503, 0)).toEqual(Array(1_000).fill('error'));
});

test('no other request is logged at 0 percent', () => {
  expect(levelsOf(200, 0)).toEqual([]);
  expect(levelsOf(404, 0)).toEqual([]);
});

test('a part of the requests is logged at a percentage between', () => {
  vi.spyOn(Math, 'random').mockReturnValueOnce(0.09).mockReturnValueOnce(0.1).mockReturnValue(0.999);
  expect(levelsOf(200, 10)).toEqual(['info']);
});

test.each([
  ['a refusal by the database', Object.assign(new Refusal('ACCOUNT_ACCESS_DENIED'), { cause: new Error('CL409') }), []],
  ['a service that is unavailable', new Refusal('SERVICE_UNAVAILABLE'), ['SERVICE_UNAVAILABLE']],
  ['an unknown error', new Error('a fault'), ['INTERNAL_ERROR']],
])('of work after an answer, %s is logged only as a failure of the service', (_, thrown, logged) => {
  const codes: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((text: string) => void codes.push(JSON.parse(text).code));
  logDeferred('r')(thrown);
  expect(codes).toEqual(logged);
});
