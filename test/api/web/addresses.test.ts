import { describe, expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { metaOf, wordsOf } from '../../support/html.ts';
import { shared } from '../../support/stack/shared.ts';

const anyone = clientOf(shared.baseUrl, null, '');
const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('typed addresses', () => {
  test.each([
    ['/', 302, '/creators'],
    ['/creators/', 308, '/creators'],
    ['/creators/?topic=a&q=b%20c', 308, '/creators?topic=a&q=b%20c'],
    ['/docs/', 308, '/docs'],
  ])('%s redirects to the page', async (path, status, location) => {
    const reply = await anyone.get(path);
    expect([reply.status, reply.headers.get('location')]).toEqual([status, location]);
  });

  test.each(['//elsewhere.example/', '/creators//', '/docs/x/'])('%s does not redirect elsewhere', async (path) => {
    const reply = await anyone.get(path);
    expect(reply.headers.get('location') ?? '/').toMatch(/^\/(?!\/)/);
  });

  test.each(['/nowhere', '/wp-login.php', '/docs/nothing', '/site/nothing.css'])(
    'a browser that opens %s gets a page with 404',
    async (path) => {
      const { status, headers, text } = await anyone.get(path, asBrowser);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(metaOf(text).robots).toBe('noindex');
      expect(wordsOf(text)).toContain('Page not found');
    },
  );

  test('a program and every API client gets JSON', async () => {
    expect((await anyone.get('/nowhere')).body.code).toBe('RESOURCE_NOT_FOUND');
    expect((await anyone.get('/api/v1/nowhere', asBrowser)).body.code).toBe('RESOURCE_NOT_FOUND');
  });

  test('the icon is at the path that browsers request', async () => {
    const { status, headers } = await anyone.get('/favicon.ico');
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });
});

describe('security headers', () => {
  test.each([
    ['/creators', 'same-origin'],
    ['/docs', 'same-origin'],
    ['/nowhere', 'same-origin'],
    ['/api/v1/creator-catalog', 'cross-origin'],
    ['/api/v1/openapi.json', 'cross-origin'],
    ['/api/v1/nowhere', 'cross-origin'],
  ])('are in the answer of %s', async (path, resources) => {
    const { headers } = await anyone.get(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'cross-origin-resource-policy': resources,
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
    });
    const ofDocuments = ['cross-origin-opener-policy', 'permissions-policy', 'referrer-policy', 'x-frame-options'];
    expect(ofDocuments.filter((name) => headers.has(name))).toEqual(path.startsWith('/api/v1/') ? [] : ofDocuments);
  });
});
