import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, clientOf } from '../../support/client.ts';
import { metaOf, wordsOf } from '../../support/html.ts';
import { controlOf } from '../../support/stack/control.ts';
import { type OwnStack, startStack } from '../../support/stack/stack.ts';
import { aWord, shelfOf } from '../catalog/shelf.ts';

let stack: OwnStack;
let anyone: Client;
beforeAll(async () => {
  stack = await startStack({ vars: { RATE_LIMIT_SCALE: '1' } });
  anyone = clientOf(stack.baseUrl, null, '');
});
afterAll(() => stack.stop());

const as = (address: string) => ({ headers: { 'cf-connecting-ip': address } });

describe('error pages', () => {
  test('tell a guest over the limit when to retry', async () => {
    await controlOf(stack.controlUrl).moveToNext('minute');
    const request = () => anyone.get(`/creators?topic=${aWord()}`, as('198.51.100.1'));
    // A hundred and twenty in a minute, and more only when Redis was too slow to count.
    let last = await request();
    for (let requested = 1; last.status === 200 && requested < 5_000; requested++) last = await request();
    expect([last.status, last.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([last.headers.get('x-robots-tag'), last.headers.get('cache-control')]).toEqual(['noindex', 'no-store']);
    expect(wordsOf(last.text)).toMatch(/Too many requests Please try again in \d+ seconds\./);
    expect((await anyone.get('/creators/preview/nonsense', as('198.51.100.1'))).status).toBe(429);
    expect((await anyone.get('/creators', as('198.51.100.2'))).status).toBe(200);
  });

  test('replace uncached pages while the database is down, and cached pages are served', async () => {
    const shelf = shelfOf(stack);
    const { publicId } = await shelf.aCreator();
    await shelf.close();
    expect((await anyone.get(`/creators/${publicId}`, as('198.51.100.3'))).status).toBe(200);
    const control = controlOf(stack.controlUrl);
    await control.neon('refuse');
    try {
      expect((await anyone.get(`/creators/${publicId}`, as('198.51.100.3'))).status).toBe(200);
      for (const path of [`/creators?topic=${aWord()}`, '/creators/0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e']) {
        const { status, headers, text } = await anyone.get(path, as('198.51.100.3'));
        expect([status, headers.get('content-type')], path).toEqual([503, 'text/html; charset=utf-8']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        expect(metaOf(text).robots).toBe('noindex');
        expect(wordsOf(text)).toContain('Service unavailable');
        expect(text).not.toMatch(/SERVICE_UNAVAILABLE|Error|at \w+ \(/);
      }
    } finally {
      await control.neon('up');
    }
  });
});
