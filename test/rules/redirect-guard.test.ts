import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { createApp } from '../../functions/edge-function.ts';
import { staysHere } from '../../functions/http/redirect-guard.ts';
import type { AppEnv } from '../../functions/http/request-context.ts';
import { readSettings } from '../../functions/settings/index.ts';
import { completeSettings } from '../support/complete-settings.ts';
import { hostileTargets } from '../support/hostile-targets.ts';

const own = 'https://castline.example';

describe('a Location', () => {
  test.each(['/cabinet', `${own}/cabinet`, 'cabinet', '?page=2', '/reset?token=a//b'])('%s stays here', (location) => {
    expect(staysHere(location, own, [])).toBe(true);
  });

  test.each(['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example/', `${own}.evil.example/`])(
    '%j leads to another site',
    (location) => expect(staysHere(location, own, [])).toBe(false),
  );

  test('may lead to an origin that the edge function allows, and to no other', () => {
    const allowed = ['https://accounts.google.com'];
    expect(staysHere('https://accounts.google.com/o/oauth2', own, allowed)).toBe(true);
    expect(staysHere('https://accounts.google.com.evil.example/', own, allowed)).toBe(false);
    expect(staysHere('javascript:alert(1)', own, 'ANY')).toBe(false);
    expect(staysHere('https://shop.example/', own, 'ANY')).toBe(true);
  });
});

test('an answer whose Location leads to another site becomes a failure without the Location', async () => {
  const settings = readSettings('guest', { ...completeSettings, BASE_URL: own });
  const routes = new Hono<AppEnv<typeof settings>>().get('/to', (c) => c.redirect(c.req.query('at') ?? '/', 302));
  const app = createApp({ routes }, () => settings);
  const ask = async (at: string) =>
    app.fetch(new Request(`${own}/to?${new URLSearchParams({ at })}`), {} as never, execution);
  expect((await ask('/cabinet')).headers.get('location')).toBe('/cabinet');
  for (const target of hostileTargets) {
    const { status, headers } = await ask(target).catch(() => new Response(null, { status: 500 }));
    const location = headers.get('location');
    expect(location === null ? status : new URL(location, own).origin, target).toBe(location === null ? 500 : own);
  }
});

const execution = { waitUntil: () => undefined, passThroughOnException: () => undefined } as never;
