import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limits } from '../../../functions/http/rate-limit.ts';
import { aFactory } from '../../support/factory-tags.ts';
import { aPerson } from '../../support/market/people.ts';
import { anAddress, shareLinksOf } from '../../support/market/share-links.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket(
  (started) => {
    own = started;
  },
  { vars: { RATE_LIMIT_SCALE: '1', LOGGED_REQUESTS_PERCENT: '100' } },
);

const aSecret = () => randomBytes(32).toString('base64url');

test('the twenty-first wrong secret of an address within a minute is refused, and right secrets and other addresses are not', async () => {
  const { read, share } = shareLinksOf(own.stack.baseUrl);
  const address = anAddress();
  await own.control.moveToNext('minute');
  const guesses = Array.from({ length: limits.wrongSecrets }, () =>
    read(`/api/v1/factory-reports/${aSecret()}`, address),
  );
  expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([404]));
  for (const path of [`/reports/${aSecret()}`, `/api/v1/factory-reports/${aSecret()}/export?of=posts`]) {
    const refused = await read(path, address);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-policy')).toBe('"wrongSecrets";q=20;w=60');
  }
  const owner = await aPerson(own.stack.baseUrl);
  const { path } = await share(owner, await aFactory(own.market, owner.userId));
  // Others behind the address can still open their reports.
  expect((await read(path, address)).status).toBe(200);
  expect((await read(path)).status).toBe(200);
});

test('the log contains the routes of reports, and no secret', async () => {
  const { read, share } = shareLinksOf(own.stack.baseUrl);
  const owner = await aPerson(own.stack.baseUrl);
  const { secret, path, link } = await share(owner, await aFactory(own.market, owner.userId));
  const wrong = aSecret();
  const paths = [path, link.sharePath, `${path}/export?of=posts`, `${path}?limit=0`, `${path}/`, `${link.sharePath}/x`];
  for (const one of paths) for (const given of [one, one.replace(secret, wrong)]) await read(given);
  await fetch(`${own.stack.baseUrl}${path}`, { method: 'POST' });
  await own.control.untilQueuesAreEmpty();
  const log = readFileSync(own.stack.logFile, 'utf8');
  for (const route of ['/api/v1/factory-reports/:secret', '/reports/:secret', '/api/v1/factory-reports/:secret/export'])
    expect(log).toContain(`"route":"${route}"`);
  const told = log.split('\n').filter((line) => line.includes(secret) || line.includes(wrong));
  expect(told).toEqual([]);
});
