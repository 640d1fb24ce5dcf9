import { describe, expect, test } from 'vitest';
import { instagram } from '../../../../functions/platform/social/instagram/instagram.ts';
import { instagram as simulated } from '../../../../scripts/local/endpoints/social-simulator/instagram/instagram.ts';
import type { SimulatedAudience } from '../../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { type Recorded, refused, serveInstagram } from '../../../support/social/instagram-answers.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { grantToken } from '../../../support/social/plain-world.ts';
import { checkRandomAudiences } from '../../../support/social/random-audience.ts';
import { aSimulatedAccount } from '../../../support/social/simulated-account.ts';
import fidelity from './fidelity.json' with { type: 'json' };

const now = new Date('2026-05-01T12:00:00Z');
const externalId = simulated.externalIdOf('painter');
const by = { accessToken: grantToken, externalId };
const { world, meter, endpoint } = await ownPlatform(simulated);

const scopes = ['instagram_business_basic', 'instagram_business_manage_insights'];
async function stated(audience: SimulatedAudience | null, followers: number | null = 20_000) {
  const account = aSimulatedAccount({ externalId, handle: 'painter', title: 'Painter', followers, audience });
  world.grant = { account, scopes };
  return instagram({ apiUrl: endpoint.url }, meter).audience(by, { now });
}
async function answered(answer: Recorded) {
  const recorded = await serveInstagram({ '/me/insights': answer });
  const audience = instagram({ apiUrl: recorded.url }, meter).audience(by, { now });
  return audience.finally(() => recorded.stop());
}
const few = { geo: { US: 0.6, PL: 0.4 }, demo: { f: { '18-24': 0.5 }, m: { '65+': 0.3 }, u: { '25-34': 0.2 } } };

describe('the audience of an Instagram account', () => {
  test('has shares of its followers by country, and by age and gender', async () => {
    expect(await stated(few)).toEqual({
      periodDays: null,
      geo: [
        { country: 'US', share: 0.6 },
        { country: 'PL', share: 0.4 },
      ],
      demo: [
        { age: '18-24', gender: 'FEMALE', share: 0.5 },
        { age: '65+', gender: 'MALE', share: 0.3 },
        { age: '25-34', gender: 'UNKNOWN', share: 0.2 },
      ],
    });
    expect([meter.calls, meter.units]).toEqual([2, 2]);
  });

  test('of fewer than 100 followers is not stated', async () => {
    expect(await stated(few, 99)).toBeNull();
    expect(await stated(null)).toBeNull();
    expect(await answered(refused(3006, 'Not enough users'))).toBeNull();
    expect(await answered(refused(10, '(#10) Not enough viewers for the media to show insights'))).toBeNull();
  });

  test('is a failure, and not an empty audience, when Instagram refuses the call', async () => {
    expect((await failureOf(answered(refused(10, 'Application does not have permission')))).kind).toBe('GRANT_REFUSED');
    expect((await failureOf(answered(refused(190, 'Expired')))).kind).toBe('GRANT_REFUSED');
    expect((await failureOf(answered({ body: { data: [{ total_value: { breakdowns: [{}] } }] } }))).kind).toBe(
      'SILENT',
    );
  });

  test('is read from the documented example by the names of its dimensions', async () => {
    expect((await answered(fidelity.demographics))?.demo).toEqual([
      { age: '25-34', gender: 'FEMALE', share: 0.6 },
      { age: '25-34', gender: 'MALE', share: 0.3 },
      { age: '65+', gender: 'UNKNOWN', share: 0.1 },
    ]);
  });

  test('equals random audiences, and its shares never exceed the whole', async () => {
    await checkRandomAudiences((audience) => stated(audience, 1_000_000), { FEMALE: 'f', MALE: 'm', UNKNOWN: 'u' });
  });
});
