import { describe, expect, test } from 'vitest';
import { youtube } from '../../../../functions/platform/social/youtube/youtube.ts';
import { json, startEndpoint } from '../../../../scripts/local/endpoints/endpoint.ts';
import type { SimulatedAudience } from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { youtube as simulated } from '../../../../scripts/local/endpoints/social-simulator/youtube/youtube.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { grantToken } from '../../../support/social/plain-world.ts';
import { checkRandomAudiences } from '../../../support/social/random-audience.ts';
import { aSimulatedAccount } from '../../../support/social/simulated-account.ts';

const now = new Date('2026-05-01T12:00:00Z');
const externalId = simulated.externalIdOf('painter');
const by = { accessToken: grantToken, externalId };
const { world, meter, endpoint } = await ownPlatform(simulated);

const readonly = 'https://www.googleapis.com/auth/youtube.readonly';
const analytics = 'https://www.googleapis.com/auth/yt-analytics.readonly';
const few = {
  geo: { US: 0.6, ZZ: 0.3, PL: 0.1 },
  demo: { f: { '18-24': 0.5 }, m: { '65+': 0.3 }, u: { '25-34': 0.1 } },
};

const adapterAt = (url: string) =>
  youtube({ apiUrl: url, analyticsUrl: `${url}/analytics/v2/`, apiKey: undefined }, meter);
async function stated(audience: SimulatedAudience | null, scopes = [readonly, analytics], followers = 5_000) {
  const account = aSimulatedAccount({ externalId, handle: 'painter', title: 'Painter', followers, audience });
  world.grant = { account, scopes };
  return adapterAt(endpoint.url).audience(by, { now });
}

describe('the audience of a YouTube channel', () => {
  test('has the views by country and the viewers by age and gender, of the last 90 days', async () => {
    expect(await stated(few)).toEqual({
      periodDays: 90,
      geo: [
        { country: 'US', share: 0.6 },
        { country: 'PL', share: 0.1 },
      ],
      demo: [
        { age: '18-24', gender: 'FEMALE', share: 0.5 },
        { age: '65+', gender: 'MALE', share: 0.3 },
        { age: '25-34', gender: 'OTHER', share: 0.1 },
      ],
    });
    expect(meter.spent).toEqual(Array(2).fill({ bucket: 'analytics', calls: 1, units: 1 }));
  });

  test('asks for the 90 days before today, with the token in a header alone', async () => {
    const seen: string[] = [];
    const recorder = await startEndpoint({
      handle: async ({ path, headers }) => {
        seen.push(`${headers.authorization} ${path}`);
        return json(200, { kind: 'youtubeAnalytics#resultTable', columnHeaders: [] });
      },
    });
    expect(await adapterAt(recorder.url).audience(by, { now })).toBeNull();
    await recorder.stop();
    const of = 'ids=channel%3D%3DMINE&startDate=2026-01-31&endDate=2026-04-30';
    expect(seen).toEqual([
      `Bearer ${grantToken} /analytics/v2/reports?${of}&metrics=views&dimensions=country`,
      `Bearer ${grantToken} /analytics/v2/reports?${of}&metrics=viewerPercentage&dimensions=ageGroup%2Cgender`,
    ]);
  });

  test('is not stated without the scope, in both of the forms in which Google says so, or with few viewers', async () => {
    expect(await stated(few, [readonly])).toBeNull();
    expect(meter.calls).toBe(1);
    expect(await stated(few, [readonly, analytics], 99)).toBeNull();
    expect(await stated(null)).toBeNull();
    const details = [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' },
    ];
    const recorder = await startEndpoint({ handle: async () => json(403, { error: { code: 403, details } }) });
    expect(await adapterAt(recorder.url).audience(by, { now })).toBeNull();
    await recorder.stop();
  });

  test.each([
    ['429', 'LIMITED'],
    ['500', 'SILENT'],
    ['malformed', 'SILENT'],
    ['revoked', 'GRANT_REFUSED'],
  ] as const)('reads the fault %s as %s, and not as an empty audience', async (fault, kind) => {
    world.fault = fault;
    expect((await failureOf(stated(few))).kind).toBe(kind);
  });

  test('equals random audiences, and its shares never exceed the whole', async () => {
    await checkRandomAudiences((audience) => stated(audience), { FEMALE: 'f', MALE: 'm', OTHER: 'u' });
  });
});
