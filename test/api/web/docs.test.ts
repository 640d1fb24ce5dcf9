import { describe, expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { shared } from '../../support/stack/shared.ts';

const anyone = clientOf(shared.baseUrl, null, '');

describe('the OpenAPI document', () => {
  test('is readable by every origin, and supports revalidation', async () => {
    const first = await anyone.get('/api/v1/openapi.json', { headers: { origin: 'https://elsewhere.example' } });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ openapi: '3.1.0', info: { title: 'Castline' } });
    expect(first.headers.get('content-type')).toMatch(/^application\/json/);
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    const etag = first.headers.get('etag') ?? '';
    const again = await anyone.get('/api/v1/openapi.json', { headers: { 'if-none-match': etag } });
    expect(again).toMatchObject({ status: 304, text: '' });
    expect(again.headers.get('etag')).toBe(etag);
  });
});

test('every guide that the document or another guide links to exists', async () => {
  const { text } = await anyone.get('/api/v1/openapi.json');
  const linked = new Set([...text.matchAll(/\/guides\/[\w-]+\.md/g)].map(([path]) => path));
  expect(linked.size).toBeGreaterThan(4);
  for (const path of linked) {
    const reply = await anyone.get(path);
    expect([reply.status, reply.headers.get('content-type')], path).toEqual([
      200,
      expect.stringMatching(/^text\/markdown/),
    ]);
    for (const [, name] of reply.text.matchAll(/\]\(([\w-]+\.md)\)/g))
      expect(linked, path).toContain(`/guides/${name}`);
  }
});

describe('the page that sends requests', () => {
  test('loads scripts from this service only, and contains no inline script', async () => {
    const { status, headers, text } = await anyone.get('/docs/try');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = headers.get('content-security-policy')?.split('; ');
    expect(policy?.[0]).toMatch(/^sandbox allow-scripts\b/);
    expect(policy?.[0]).not.toContain('allow-same-origin');
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]));
    expect(addressesIn(text).filter((address) => !address.startsWith('/'))).toEqual([]);
    expect(text).not.toMatch(/<script(?![^>]* src=)/);
  });

  test('has immutable files named by their content', async () => {
    for (const path of await scriptsOfThePage()) {
      const reply = await anyone.get(path);
      expect([reply.status, reply.headers.get('cache-control')], path).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(reply.headers.get('access-control-allow-origin'), path).toBe('*');
      expect(reply.headers.get('content-type'), path).toMatch(/^text\/javascript/);
    }
  });
});

test('an unknown path below /docs gets the answer of any unknown path', async () => {
  const post = await anyone.post('/docs', {});
  expect([post.status, post.body.code, post.headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET, HEAD']);
  for (const path of [
    '/docs/start',
    '/docs/topics',
    '/docs/0123456789abcdef/try.js',
    '/docs/0123456789abcdef/chunks/x.js',
  ])
    expect(await anyone.get(path), path).toMatchObject({ status: 404, body: { code: 'RESOURCE_NOT_FOUND' } });
});

const addressesIn = (html: string) =>
  [...html.matchAll(/\s(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);

/** The page's script and its imports. */
async function scriptsOfThePage(): Promise<string[]> {
  const { text: page } = await anyone.get('/docs/try');
  const [start = ''] = addressesIn(page).filter((address) => address.endsWith('.js'));
  const { text: script } = await anyone.get(start);
  const imported = [...script.matchAll(/from '\.\/([\w.-]+)'/g)].map(([, name = '']) => start.replace(/[^/]+$/, name));
  expect(imported).toHaveLength(1);
  return [start, ...imported];
}
