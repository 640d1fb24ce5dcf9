import { describe, expect, test } from 'vitest';
import { accountIdOf, deviceCookie, knownDevice } from '../../../functions/identity/account/known-device.ts';
import { ownerOf, revocationLink } from '../../../functions/identity/api-keys/revocation-link.ts';
import { isMacOf, macOf, signToken, subjectOf } from '../../../functions/platform/mac.ts';

const settings = {
  AUTH_SECRET: 'a secret of at least thirty-two characters',
  LINK_SECRET: 'a secret of at least thirty-two characters',
  SEALING_SECRET: 'a secret of at least thirty-two characters',
  BASE_URL: 'https://castline.example',
};
const changed = {
  ...settings,
  AUTH_SECRET: 'another secret of thirty-two characters.',
  AUTH_SECRET_PREVIOUS: settings.AUTH_SECRET,
  SEALING_SECRET: 'another secret of thirty-two characters.',
  SEALING_SECRET_PREVIOUS: settings.SEALING_SECRET,
};
const now = new Date('2026-11-20T09:30:00.000Z');
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);

test('a token of one purpose is invalid for another', async () => {
  const token = await signToken('creator-preview', '7', later(1), settings);
  expect(await subjectOf('creator-preview', token, settings, now)).toBe('7');
  expect(await subjectOf('revoke-keys', token, settings, now)).toBeNull();
});

test('a MAC is valid for its text only, and a MAC of another length is invalid', async () => {
  const mac = await macOf('api-key', 'text', settings);
  expect(mac).toHaveLength(32);
  expect(await isMacOf('api-key', 'text', mac, settings)).toBe(true);
  expect(await isMacOf('api-key', 'texT', mac, settings)).toBe(false);
  expect(await isMacOf('api-key', 'text', mac.subarray(0, 8), settings)).toBe(true);
  for (const wrong of [mac.subarray(0, 7), new Uint8Array(0), new Uint8Array([...mac, 0])])
    expect(await isMacOf('api-key', 'text', wrong, settings), `${wrong.length}`).toBe(false);
});

describe('the link that deletes keys', () => {
  const tokenIn = (link: string) => link.split('/').at(-1) ?? '';

  test('identifies its owner for seven days, also with the previous secret', async () => {
    const token = tokenIn(await revocationLink(7, settings, now));
    expect(await ownerOf(token, settings, later(6.9))).toBe(7);
    expect(await ownerOf(token, changed, now)).toBe(7);
    expect(await ownerOf(token, settings, later(7))).toBeNull();
  });
});

describe('the cookie of a known device', () => {
  const cookieOf = async (email: string) => {
    const [pair = ''] = (await deviceCookie(await accountIdOf(email), settings, now)).split(';');
    return new Headers({ cookie: `other=1; ${pair}` });
  };

  test('is hidden from scripts and other sites, and is sent over https only', async () => {
    expect(await deviceCookie(await accountIdOf('a@castline.example'), settings, now)).toMatch(
      /; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test('proves its own account for one year, however the address is written', async () => {
    const headers = await cookieOf('a@castline.example');
    const [own, other] = [await accountIdOf('A@castline.example'), await accountIdOf('b@castline.example')];
    const device = await knownDevice(headers, own, settings, later(364));
    expect(device).toMatch(/^[\w-]{39}$/);
    expect(await knownDevice(await cookieOf('a@castline.example'), own, settings, now)).not.toBe(device);
    expect(await knownDevice(headers, own, changed, now)).toBe(device);
    expect(await knownDevice(headers, own, settings, later(366))).toBeNull();
    expect(await knownDevice(headers, other, settings, now)).toBeNull();
  });
});
