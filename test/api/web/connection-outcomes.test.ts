import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Platform } from '../../../schema/shared/enums.ts';
import { type Browser, isBrowserHere, openBrowser } from '../../support/browser.ts';
import type { Market } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { allFaults, excessWidth, keepPicture } from '../../support/page-faults.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { begin, comeBack, connect, decide } from '../../support/social/sign-in.ts';
import { share } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
ownMarket((own) => {
  ({ stack, market } = own);
});

/** How a browser comes back from the platform. */
interface Way {
  readonly callback: string;
  readonly cookie: string;
}
type Decision = Partial<Parameters<typeof decide>[1]>;

const aCreator = () => aPerson(stack.baseUrl, { roles: ['CREATOR'] });
const aName = () => `ends-${randomBytes(5).toString('hex')}`;

async function aWay(decision: Decision = {}, person?: Person, platform: Platform = 'YOUTUBE'): Promise<Way> {
  const { authorizeUrl, cookie } = await begin(person ?? (await aCreator()), { platform });
  return { callback: await decide(authorizeUrl, { handle: aName(), ...decision }), cookie };
}

async function whereItFails(fails: '429' | '500' | 'revoked', platform: Platform = 'YOUTUBE'): Promise<Way> {
  const handle = aName();
  await simulatorOf(stack.socialUrl, platform).change(handle, { fails });
  return aWay({ handle }, undefined, platform);
}

/** A way of a user, after this change of the database. $1 is the user. */
async function changed(statement: string, decision?: Decision, person?: Person): Promise<Way> {
  const creator = person ?? (await aCreator());
  const way = await aWay(decision, creator);
  await market.pool.query(statement, [creator.userId]);
  return way;
}

async function ofAnAccount(isOwn: boolean): Promise<{ handle: string; person: Person }> {
  const [owner, handle] = [await aCreator(), aName()];
  await connect(owner, handle);
  return { handle, person: isOwn ? owner : await aCreator() };
}

/** Every outcome of a sign-in, with its heading. */
const outcomes: readonly (readonly [outcome: string, heading: string, way: () => Promise<Way>])[] = [
  // The longest name that a platform allows.
  ['CONNECTED', 'Connected as ', () => aWay({ handle: aName().padEnd(30, 'w') })],
  [
    'STALE',
    'This sign-in is no longer valid',
    async () => {
      const way = await aWay();
      await comeBack(way.callback, way.cookie);
      return way;
    },
  ],
  ['DENIED', 'You did not allow the connection', () => aWay({ decision: 'deny' })],
  ['REFUSED', 'YouTube refused the sign-in', () => whereItFails('revoked')],
  ['SCOPE_MISSING', 'A permission is missing', () => aWay({ scopes: ['openid'] })],
  ['AWAY', 'YouTube does not answer', () => whereItFails('500')],
  ['BUSY', 'X accepts no more requests for now', () => whereItFails('429', 'X')],
  [
    'PROVEN_BY_ANOTHER',
    'Another user has this account',
    async () => {
      const { handle, person } = await ofAnAccount(false);
      return aWay({ handle }, person);
    },
  ],
  [
    'OTHER_ACCOUNT',
    'This is another account',
    async () => {
      const { person } = await ofAnAccount(true);
      const linked = 'select id from social_accounts where owner_id = $1';
      return changed(`update oauth_states set account_id = (${linked}) where user_id = $1`, {}, person);
    },
  ],
  [
    'BLOCKED',
    'This account is blocked',
    async () => {
      const { handle, person } = await ofAnAccount(true);
      const block = `update social_accounts set status = 'BLOCKED', blocked_at = now() where owner_id = $1`;
      return changed(block, { handle }, person);
    },
  ],
  [
    'LIMIT',
    'You have too many accounts',
    () =>
      changed(
        `insert into social_accounts (owner_id, platform, handle, status) select $1, 'YOUTUBE', 'fills-' || n, 'PENDING' from generate_series(1, 50) n`,
      ),
  ],
  [
    'LIMIT_OF_DAY',
    'You have made too many requests today',
    async () => {
      const { person } = await ofAnAccount(true);
      return changed('update platform_user_budgets set used = 50 where user_id = $1', {}, person);
    },
  ],
  ['NOT_ALLOWED', 'You cannot connect accounts', () => changed('update users set suspended_at = now() where id = $1')],
];

describe.skipIf(!isBrowserHere)('the page after a sign-in at a platform', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser();
    // Colors must not be in transition when they are measured.
    page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 1_280, height: 800 } });
  });
  afterAll(async () => {
    await browser.close();
  });

  test.each(outcomes.map((one, row) => [...one, share([390, 1_280], row, 2)] as const))(
    'with the outcome %s is accessible and fits a phone and a desk',
    async (outcome, heading, way, widths) => {
      const { callback, cookie } = await way();
      const [name = '', value = ''] = cookie.split('=');
      await page.context().clearCookies();
      await page.context().addCookies([{ name, value, url: `${stack.baseUrl}/oauth` }]);
      await page.goto(callback);
      expect(await page.textContent('h1')).toContain(heading);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        expect(await allFaults(page), `${width}`).toEqual([]);
        expect(await excessWidth(page), `${width}`).toBeLessThanOrEqual(0);
        await keepPicture(page, `sign-in-${outcome.toLowerCase().replaceAll('_', '-')}-${width}`);
      }
    },
  );
});
