import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { oauthTerms } from '../../../functions/platform/social/oauth/terms.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import type { Market } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { begin, comeBack, connect, decide } from '../../support/social/sign-in.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { isFullDepth, isOnDiagonal } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

/** Where no application can end a grant, it stays at the platform. */
const leftAt = (platform: Platform) => (oauthTerms[platform].revocation === 'NONE' ? 1 : 0);
/** An unknown person keeps the grant where its end would be the end of all. */
const leftToUnknown = (platform: Platform) => (oauthTerms[platform].revokes === 'ALL_OF_PERSON' ? 1 : leftAt(platform));

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
ownMarket(async (own) => {
  ({ stack, market, control } = own);
});

const platforms = ['YOUTUBE', 'TIKTOK', 'INSTAGRAM', 'X', 'TWITCH', 'KICK'] as const;
/** At the quick depth, one platform of each kind of revocation. */
const isRevokedAt = (platform: Platform) =>
  isFullDepth ||
  platform === platforms.find((other) => oauthTerms[other].revocation === oauthTerms[platform].revocation);

const aName = () => `signs${randomBytes(4).toString('hex')}`;

describe.each(platforms)('a sign-in at %s', (platform) => {
  const isTested = (column: number) => isOnDiagonal(platforms.indexOf(platform), column, platforms.length);
  let simulator: ReturnType<typeof simulatorOf>;
  let creator: Person;
  let handle: string;
  beforeAll(() => {
    simulator = simulatorOf(stack.socialUrl, platform);
  });

  const fresh = async () => {
    creator = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
    handle = aName();
  };
  const accounts = async () => (await creator.api.get('/social-accounts')).body.data;
  const grants = async () => (await market.one('select count(*)::int from social_grants')).count;

  /** The page and what it stored, after this way back. */
  async function resultOf(
    way: (begun: { authorizeUrl: string; cookie: string }) => Promise<[url: string, cookie: string]>,
  ) {
    const before = await grants();
    const begun = await begin(creator, { platform });
    const [url, cookie] = await way(begun);
    const { status } = await comeBack(url, cookie);
    await control.untilNothingIsDeferred();
    return { status, accounts: await accounts(), isGrantStored: (await grants()) > before };
  }
  const nothing = (status: number) => ({ status, accounts: [], isGrantStored: false });

  test('connects the account, with its profile at the platform', async () => {
    await fresh();
    expect((await connect(creator, handle, { platform })).status).toBe(200);
    expect(await accounts()).toMatchObject([
      {
        platform,
        handle,
        status: 'ACTIVE',
        verifiedVia: 'PLATFORM_API',
        socialConnection: { status: 'ACTIVE', scopes: oauthTerms[platform].scopes },
      },
    ]);
    expect(await simulator.grantsOf(handle)).toBe(1);
  });

  test.runIf(isRevokedAt(platform))(
    'ends the grant with the connection, also at a platform that lets applications do so',
    async () => {
      await fresh();
      await connect(creator, handle, { platform });
      const [{ id }] = await accounts();
      expect((await creator.api.delete(`/social-accounts/${id}/connection`)).status).toBe(200);
      await control.untilNothingIsDeferred();
      expect(await simulator.grantsOf(handle)).toBe(leftAt(platform));
      expect((await accounts())[0].socialConnection).toMatchObject({ status: 'REVOKED' });
    },
  );

  test.runIf(isTested(0))('stores nothing when it is denied', async () => {
    await fresh();
    const way = ({ authorizeUrl, cookie }: { authorizeUrl: string; cookie: string }) =>
      decide(authorizeUrl, { handle, decision: 'deny' }).then((url): [string, string] => [url, cookie]);
    expect(await resultOf(way)).toEqual(nothing(400));
  });

  test.runIf(isTested(1))('stores nothing with a foreign state, a used one and another browser', async () => {
    await fresh();
    const changed = (change: (url: URL, cookie: string) => string) =>
      resultOf(async ({ authorizeUrl, cookie }) => {
        const url = new URL(await decide(authorizeUrl, { handle }));
        const other = change(url, cookie);
        return [url.toString(), other];
      });
    const foreign = await changed((url, cookie) => {
      url.searchParams.set('state', randomBytes(32).toString('base64url'));
      return cookie;
    });
    expect(foreign).toEqual(nothing(400));
    const browser = await changed((_, cookie) => `${cookie.split('=')[0]}=${randomBytes(32).toString('base64url')}`);
    expect(browser).toEqual(nothing(400));
    const begun = await begin(creator, { platform });
    const callback = await decide(begun.authorizeUrl, { handle });
    expect((await comeBack(callback, begun.cookie)).status).toBe(200);
    expect((await comeBack(callback, begun.cookie)).status).toBe(400);
  });

  test.runIf(isTested(2))('stores nothing with an expired code', async () => {
    await fresh();
    const way = async ({
      authorizeUrl,
      cookie,
    }: {
      authorizeUrl: string;
      cookie: string;
    }): Promise<[string, string]> => {
      const url = new URL(await decide(authorizeUrl, { handle }));
      url.searchParams.set('code', 'expired');
      return [url.toString(), cookie];
    };
    expect(await resultOf(way)).toEqual(nothing(400));
  });

  test.runIf(isTested(3))('stores nothing when the platform fails', async () => {
    for (const fails of ['500', 'malformed'] as const) {
      await fresh();
      await simulator.change(handle, { fails });
      const way = async ({
        authorizeUrl,
        cookie,
      }: {
        authorizeUrl: string;
        cookie: string;
      }): Promise<[string, string]> => [await decide(authorizeUrl, { handle }), cookie];
      expect(await resultOf(way)).toEqual(nothing(502));
    }
  });

  test.runIf(isTested(4))('stores nothing when the platform is silent', async () => {
    await fresh();
    await simulator.change(handle, { fails: 'timeout' });
    const { authorizeUrl, cookie } = await begin(creator, { platform });
    const callback = await decide(authorizeUrl, { handle });
    await control.resetCounts();
    const back = comeBack(callback, cookie);
    await expect.poll(async () => (await control.counts()).social).toBeGreaterThan(0);
    await control.endTimeouts();
    expect((await back).status).toBe(502);
    expect(await accounts()).toEqual([]);
  });

  // Twitch needs no permission.
  test.runIf(oauthTerms[platform].required.length > 0 && isTested(5))(
    'stores nothing without a permission that it needs',
    async () => {
      await fresh();
      const way = async ({
        authorizeUrl,
        cookie,
      }: {
        authorizeUrl: string;
        cookie: string;
      }): Promise<[string, string]> => [await decide(authorizeUrl, { handle, scopes: ['other'] }), cookie];
      expect(await resultOf(way)).toEqual(nothing(400));
      expect(await simulator.grantsOf(handle)).toBe(leftToUnknown(platform));
    },
  );
});
