import { expect, test } from 'vitest';
import { edgeFunctions } from '../../functions/settings/index.ts';
import { bundleDirectory } from '../../scripts/local/workers/bundle.ts';
import { modulesOf } from '../../scripts/local/workers/worker-modules.ts';
import { aFile } from '../support/market/files.ts';
import type { Market } from '../support/market/market.ts';
import { messagesOf } from '../support/market/messages.ts';
import { uploadsOf } from '../support/market/uploads.ts';
import type { controlOf } from '../support/stack/control.ts';
import { isFullDepth } from '../support/stack/depth.ts';
import { ownMarket } from '../support/stack/own-market.ts';
import type { OwnStack } from '../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
ownMarket((own) => {
  ({ stack, market, control } = own);
});

const minuteMs = 60_000;

/** The time in a response of the instance. */
async function timeOf(instanceUrl: string): Promise<number> {
  const answer = await fetch(`${instanceUrl}/api/v1/public/me`, { headers: { authorization: 'Bearer nobody' } });
  const { timestamp }: { timestamp: string } = await answer.json();
  return Date.parse(timestamp);
}

const order = (body: object, headers: Record<string, string> = {}) =>
  fetch(`${stack.controlUrl}/clock`, { method: 'POST', body: JSON.stringify(body), headers });

test('every instance follows the clock, also after a late start and after a kill', async () => {
  // At the quick depth the first instance alone has started before the clock moves.
  const early = isFullDepth ? [await control.anotherInstance()] : [];
  await control.moveOn(400 * 86_400_000);
  const to = (await control.now()).getTime();
  const late = await control.anotherInstance();
  for (const worker of [stack.baseUrl, ...early, late]) {
    expect(await timeOf(worker)).toBeGreaterThanOrEqual(to);
    expect(await timeOf(worker)).toBeLessThan(to + 10 * minuteMs);
  }
  await control.killRuntimes();
  expect(await timeOf(stack.baseUrl)).toBeGreaterThanOrEqual(to);
});

test('the clock refuses a past time and an invalid one', async () => {
  const before = await control.now();
  for (const now of [
    new Date(before.getTime() - minuteMs).toISOString(),
    'soon',
    '20270',
    '2101-01-01T00:00:00Z',
    1,
    null,
  ])
    expect((await order({ now })).status).toBe(400);
  expect((await control.now()).getTime()).toBeGreaterThanOrEqual(before.getTime());
});

test('a web page and a program without the secret cannot use the control', async () => {
  const now = new Date(Date.now() + 900 * 86_400_000).toISOString();
  expect((await order({ now }, { origin: 'https://evil.example' })).status).toBe(403);
  const { origin } = new URL(stack.controlUrl);
  expect((await fetch(`${origin}/clock`, { method: 'POST', body: JSON.stringify({ now }) })).status).toBe(403);
  expect((await control.now()).getTime()).toBeLessThan(Date.parse(now));
});

test('a cron request returns after its jobs have ended', async () => {
  const messages = messagesOf(market, stack);
  const userId = await market.aUser(['CREATOR']);
  const id = await messages.aMail(userId);
  await control.fireCron('* * * * *');
  expect(await messages.stateOf(id)).toMatchObject({ status: 'DELIVERED', attempts: 1 });
  expect(await messages.mailsTo(userId)).toHaveLength(1);
});

test('a queue delay ends by the clock', async () => {
  const messages = messagesOf(market, stack);
  const id = await messages.aMail(await market.aUser(['CREATOR']));
  await control.mail('refuse');
  await control.fireCron('* * * * *');
  expect(await messages.stateOf(id)).toMatchObject({ status: 'PENDING', attempts: 1 });
  await control.mail('up');
  // The second attempt follows the first after at most six seconds.
  await control.moveOn(10_000);
  await control.untilQueuesAreEmpty();
  expect(await messages.stateOf(id)).toMatchObject({ status: 'DELIVERED', attempts: 2 });
});

test('the clock moves while Postgres is stopped, and the database follows when it starts', async () => {
  const before = await control.now();
  await control.postgres('stop');
  await control.moveOn(3_600_000);
  expect(await timeOf(stack.baseUrl)).toBeGreaterThanOrEqual(before.getTime() + 3_600_000);
  await control.postgres('start');
  const { now } = await market.one('select market_now() as now');
  expect(now.getTime()).toBeGreaterThanOrEqual(before.getTime() + 3_600_000);
});

test('a cron expression missing from wrangler.toml is refused by name', async () => {
  await expect(control.fireCron('0 0 * * *')).rejects.toThrow('* * * * *, */5 * * * *, 17 3 * * *');
});

test('uploads work with any clock offset, because signatures use the time of the machine', async () => {
  await control.moveOn(30 * 86_400_000);
  const uploader = await uploadsOf({ market, baseUrl: stack.baseUrl }).anUploader();
  await uploader.verified(aFile['image/png'](), 'image/png');
});

test('edge functions refuse control requests without the token, and no deployed module contains the control', async () => {
  for (const name of ['clock', 'scheduled', 'queue']) {
    const answer = await fetch(`${stack.baseUrl}/.local/${name}`, {
      method: 'POST',
      body: '{}',
      headers: { authorization: 'a guess' },
    });
    expect(answer.status).toBe(404);
  }
  const modules = edgeFunctions.flatMap((name) => modulesOf(bundleDirectory, name));
  expect(modules.length).toBeGreaterThan(edgeFunctions.length);
  const isControl = ({ contents }: { contents: string }) => /LOCAL_CONTROL|\/\.local\//.test(contents);
  expect(modules.filter(isControl).map((module) => module.path)).toEqual([]);
});
