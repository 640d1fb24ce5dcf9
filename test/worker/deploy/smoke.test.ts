import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { smoke } from '../../../scripts/deploy/smoke.ts';
import { smokeChecks } from '../../../scripts/deploy/smoke-checks.ts';
import { shared } from '../../support/stack/shared.ts';

interface Change {
  readonly status?: number;
  readonly body?: string;
  /** A header to remove from the answer. */
  readonly without?: string;
}

/** A proxy before the stack, which changes the answers of some paths. */
async function proxied(changes: Readonly<Record<string, Change>>): Promise<string> {
  const server = createServer(async ({ url: path = '/' }, response) => {
    const answer = await fetch(new URL(path, shared.baseUrl), { redirect: 'manual' });
    const { status = answer.status, body, without } = changes[path] ?? {};
    // fetch has decoded the body.
    const dropped = ['content-encoding', 'content-length', 'transfer-encoding', without];
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !dropped.includes(name)));
    const text = await answer.text();
    response.writeHead(status, headers).end(body ?? text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

test('the smoke test passes on the local stack', async () => {
  expect(await smoke({ url: shared.baseUrl })).toEqual([]);
});

test('the smoke test names each fault of a broken service by its path', async () => {
  const url = await proxied({
    '/creators': { status: 500 },
    '/api/auth/jwks': { body: '{"keys":[]}' },
    '/api/v1/public/me': { body: '{"error":"no"}' },
    '/docs': { without: 'x-frame-options' },
  });
  const faults = await smoke({ url });
  const paths = [...new Set(faults.map((fault) => fault.split(':')[0]))];
  expect(paths.toSorted()).toEqual(['GET /api/auth/jwks', 'GET /api/v1/public/me', 'GET /creators', 'GET /docs']);
  expect(faults).toContain('GET /creators: status 500 instead of 200');
  expect(faults).toContain('GET /docs: no header x-frame-options');
});

test('the smoke test of a stopped service reports one fault for each check', async () => {
  const faults = await smoke({ url: 'http://127.0.0.1:9' });
  expect(faults).toHaveLength(smokeChecks.length);
});
