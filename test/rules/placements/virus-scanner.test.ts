import { afterEach, expect, test, vi } from 'vitest';
import { openVirusScanner } from '../../../functions/platform/virus-scanner.ts';
import { readSettings } from '../../../functions/settings/index.ts';
import { scanFile } from '../../../functions/uploads/scan-file.ts';
import { completeSettings } from '../../support/complete-settings.ts';
import { objectStoreOf } from '../../support/object-store.ts';

afterEach(() => vi.unstubAllGlobals());

const upload = {
  ...{ id: 'a', fileName: 'a.png', contentType: 'image/png', size: 9, sha256: 'ab', status: 'PENDING' as const },
  ...{ incomingKey: 'incoming/a', storedKey: null, storedSize: null, storedSha256: null, virusCheck: null },
  ...{ ownerId: 1, deliverableId: null, statementSeq: null, expiresAt: '2026-11-20T09:00:00.000Z' },
};
const copy = { storedKey: 'stored/a', storedSize: 8, storedSha256: 'cd' };
const store = objectStoreOf('http://localhost');
const withScanner = readSettings('api', {
  ...completeSettings,
  VIRUS_SCAN_URL: 'https://scan.example',
  VIRUS_SCAN_TOKEN: 't',
});

/** The request to the scanner, and the result of its answer. */
async function scanned(answer: () => Response) {
  const requested = vi.fn(async (_url: string, _init: RequestInit) => answer());
  vi.stubGlobal('fetch', requested);
  const verdict = await scanFile(withScanner, store, upload, copy).catch((error) => error);
  return { verdict, requested };
}

test('the check is NOT_MADE without a scanner, and makes no call', async () => {
  vi.stubGlobal('fetch', () => expect.unreachable());
  expect(openVirusScanner(readSettings('api', completeSettings))).toBeNull();
  expect(await scanFile(readSettings('api', completeSettings), store, upload, copy)).toBe('NOT_MADE');
});

test('the scanner checks the served copy, and its verdict counts', async () => {
  const { verdict, requested } = await scanned(() => Response.json({ verdict: 'CLEAN' }));
  expect(verdict).toBe('CLEAN');
  const [url, init] = requested.mock.calls[0] ?? [];
  expect(url).toBe('https://scan.example');
  expect(init?.headers).toMatchObject({ authorization: 'Bearer t' });
  const body = JSON.parse(String(init?.body));
  expect(body).toMatchObject({ size: 8, sha256: 'cd', contentType: 'image/png' });
  expect(new URL(body.url).pathname).toMatch(/\/stored\/a$/);
  expect((await scanned(() => Response.json({ verdict: 'INFECTED' }))).verdict).toBe('INFECTED');
});

test.each([
  ['an error', () => new Response('', { status: 500 })],
  ['a refusal', () => new Response('', { status: 401 })],
  ['another verdict', () => Response.json({ verdict: 'MAYBE' })],
  ['no JSON', () => new Response('clean')],
  ['no answer', () => expect.fail('https://files.example/secret?X-Amz-Signature=1')],
])('%s is no verdict: the upload can be completed again, and the cause contains no URL', async (_, answer) => {
  const { verdict } = await scanned(answer);
  expect(verdict).toMatchObject({ code: 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE' });
  expect(String(verdict.cause)).not.toContain('X-Amz');
});
