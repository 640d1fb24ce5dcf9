import { expect, test } from 'vitest';
import { edgeFunctions, readSettings, settingNamesOf } from '../../functions/settings/index.ts';
import { platforms } from '../../schema/shared/enums.ts';
import { completeSettings as complete } from '../support/complete-settings.ts';

const refusal = (changes: Record<string, unknown>): string => {
  try {
    for (const name of edgeFunctions) readSettings(name, { ...complete, ...changes });
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

test('complete settings have defaults for plain values, and a base URL without a trailing slash', () => {
  expect(readSettings('api', complete)).toMatchObject({
    BASE_URL: 'https://castline.example',
    KEY_PREFIX_WORD: 'castline',
    BRAND_FEE_BPS: 500,
    CREATOR_FEE_BPS: 1_000,
    QUOTE_TTL_SECONDS: 1_800,
    RATE_LIMIT_SCALE: 1,
  });
  expect(readSettings('auth', complete).PASSWORD_HASHING).toBe('recommended');
});

test.each([
  [{ APP_ENV: 'production' }, true],
  [{ APP_ENV: 'staging' }, true],
  [{ APP_ENV: 'development' }, false],
  [{ APP_ENV: 'production', EMAIL_VERIFICATION: 'false' }, false],
  [{ APP_ENV: 'development', EMAIL_VERIFICATION: 'true' }, true],
])('verification of addresses is, with %o, %s: by default it is on outside development', (given, isOn) => {
  expect(readSettings('api', { ...complete, ...given }).EMAIL_VERIFICATION).toBe(isOn);
});

test('numbers can be text, as in the variables of a deployment', () => {
  expect(readSettings('api', { ...complete, BRAND_FEE_BPS: '750' }).BRAND_FEE_BPS).toBe(750);
});

test.each([
  ['a missing setting', { DATABASE_URL: undefined }, 'DATABASE_URL is missing'],
  ['a malformed address', { DATABASE_URL: 'http://db.example' }, 'DATABASE_URL is malformed'],
  ['a fee that is no whole number', { BRAND_FEE_BPS: '5%' }, 'BRAND_FEE_BPS is malformed: must be a whole number'],
  ['a fee out of bounds', { CREATOR_FEE_BPS: '10001' }, 'CREATOR_FEE_BPS is malformed: must be between 0 and 10000'],
  ['a provider of saves without its key', { TIKTOK_SAVES_URL: 'https://saves.example' }, 'TIKTOK_SAVES_KEY is missing'],
  ['a short secret', { AUTH_SECRET: 'short' }, 'AUTH_SECRET is malformed: must have at least 32 characters'],
  ['a short previous secret', { AUTH_SECRET_PREVIOUS: 'short' }, 'AUTH_SECRET_PREVIOUS is malformed: must have'],
  ['an unchanged secret', { AUTH_SECRET_PREVIOUS: complete.AUTH_SECRET }, 'must be another than AUTH_SECRET'],
  [
    'trusted origins in production',
    { WEBHOOK_TRUSTED_ORIGINS: 'http://127.0.0.1:9000' },
    'is allowed only in development',
  ],
  ['cheap hashes in production', { PASSWORD_HASHING: 'cheap' }, 'PASSWORD_HASHING is malformed: may be cheap only in'],
  ['a trusted origin with a path', { WEBHOOK_TRUSTED_ORIGINS: 'http://127.0.0.1:9000/' }, 'must be origins'],
  [
    'a retention of metrics above the limit of the platform',
    { FIGURES_KEPT_DAYS: 'YOUTUBE=31' },
    'FIGURES_KEPT_DAYS is malformed: the terms of YOUTUBE allow the service to store metrics for at most 30 days',
  ],
  [
    'one of the strictest',
    { FIGURES_KEPT_DAYS: 'YOUTUBE=7 TWITCH=2' },
    'TWITCH allow the service to store metrics for at most 1 days',
  ],
  ...['YOUTUBE', 'YOUTUBE=0', 'YOUTUBE=-1', 'YOUTUBE=1.5', 'youtube=3', 'VIMEO=3', '30', 'X=5 X=7', 'X=00007'].map(
    (text): [string, object, string] => [
      `a retention of metrics of ${text}`,
      { FIGURES_KEPT_DAYS: text },
      'FIGURES_KEPT_DAYS is malformed: must be platforms with days',
    ],
  ),
  ...['VIMEO', 'YOUTUBE,X', 'youtube', 'YOUTUBE=no'].map((text): [string, object, string] => [
    `withheld metrics of ${text}`,
    { FIGURES_WITHHELD: text },
    'FIGURES_WITHHELD is malformed: must be platforms separated by spaces',
  ]),
  ...['help', 'http://help.example', 'mailto:help@castline.example', 'https://'].map(
    (text): [string, object, string] => [
      `a contact of ${text}`,
      { OPERATOR_CONTACT: text },
      'OPERATOR_CONTACT is malformed: must be an email address or an https URL',
    ],
  ),
  ['half an external issuer', { JWT_ISSUER: 'https://id.example' }, 'JWT_AUDIENCE is missing'],
] as [string, Record<string, unknown>, string][])(
  '%s is reported by name, with the place to look',
  (_, changes, message) => {
    expect(refusal(changes)).toContain(message);
    expect(refusal(changes)).toContain('docs/deploy.md');
  },
);

test.each([
  ['help@castline.example', 'help@castline.example'],
  ['https://castline.example/help', 'https://castline.example/help'],
  ['', undefined],
])('the contact of the operator may be %j', (given, contact) => {
  for (const name of ['api', 'auth'] as const)
    expect(readSettings(name, { ...complete, OPERATOR_CONTACT: given }).OPERATOR_CONTACT).toBe(contact);
});

test('errors never contain the value of a setting', () => {
  expect(refusal({ AUTH_SECRET: 'hunter2', DATABASE_URL: 'http://user:hunter3@db' })).not.toMatch(/hunter/);
});

test('trusted origins work in development only, and there are none by default', () => {
  expect(readSettings('api', complete).WEBHOOK_TRUSTED_ORIGINS).toEqual([]);
  const trusted = { WEBHOOK_TRUSTED_ORIGINS: 'http://127.0.0.1:9000  https://receiver.test' };
  expect(readSettings('api', { ...complete, ...trusted, APP_ENV: 'development' }).WEBHOOK_TRUSTED_ORIGINS).toEqual([
    'http://127.0.0.1:9000',
    'https://receiver.test',
  ]);
  expect(refusal({ ...trusted, APP_ENV: 'staging' })).toContain('WEBHOOK_TRUSTED_ORIGINS');
});

test('metrics are kept and shown as the terms of their platforms allow, or more strictly', () => {
  const terms = { YOUTUBE: 30, TIKTOK: null, INSTAGRAM: null, X: null, TWITCH: 1, KICK: 1 };
  const none = { FIGURES_KEPT_DAYS: '', FIGURES_WITHHELD: ' ', DERIVED_METRICS_WITHHELD: '' };
  for (const given of [{}, none])
    expect(readSettings('api', { ...complete, ...given })).toMatchObject({
      FIGURES_KEPT_DAYS: terms,
      FIGURES_WITHHELD: [],
      DERIVED_METRICS_WITHHELD: [],
    });
  const tighter = readSettings('api', {
    ...complete,
    FIGURES_KEPT_DAYS: 'YOUTUBE=14  INSTAGRAM=730',
    FIGURES_WITHHELD: 'YOUTUBE X',
    DERIVED_METRICS_WITHHELD: 'YOUTUBE',
  });
  expect(tighter.FIGURES_KEPT_DAYS).toEqual({ ...terms, YOUTUBE: 14, INSTAGRAM: 730 });
  expect([...tighter.FIGURES_WITHHELD].sort()).toEqual(['X', 'YOUTUBE']);
  expect(tighter.DERIVED_METRICS_WITHHELD).toEqual(['YOUTUBE']);
});

const ofPlatforms = [...platforms.map((platform) => `${platform}_CLIENT_SECRET`), 'X_BEARER_TOKEN', 'YOUTUBE_API_KEY'];

test.each([
  ['guest', ['LINK_SECRET']],
  ['auth', ['AUTH_SECRET', 'MAIL_TOKEN']],
  [
    'api',
    [
      ...['LINK_SECRET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'SEALING_SECRET', 'VIRUS_SCAN_TOKEN'],
      ...[...ofPlatforms, 'INSTAGRAM_WEBHOOK_VERIFY_TOKEN', 'TWITCH_WEBHOOK_SECRET'],
    ],
  ],
  [
    'jobs',
    ['MAIL_TOKEN', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'SEALING_SECRET', 'TIKTOK_SAVES_KEY', ...ofPlatforms],
  ],
] as const)('%s has exactly these secrets, besides its database and Redis', (name, secrets) => {
  const isSecret = (setting: string) =>
    /(SECRET|TOKEN|KEY(_ID)?)$/.test(setting) && !/_PREVIOUS$|^UPSTASH_/.test(setting);
  expect(settingNamesOf(name).filter(isSecret).sort()).toEqual([...secrets].sort());
  const read = Object.keys(readSettings(name, complete));
  expect(read.filter((setting) => !settingNamesOf(name).includes(setting))).toEqual([]);
});
