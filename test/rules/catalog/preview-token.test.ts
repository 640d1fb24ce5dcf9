import { describe, expect, test } from 'vitest';
import { publicIdOfToken, signPreview } from '../../../functions/creators/profile/preview-token.ts';

const settings = {
  BASE_URL: 'https://castline.example',
  LINK_SECRET: 'a secret of at least thirty-two characters',
  PREVIEW_TTL_SECONDS: 3_600,
};
const publicId = '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e';
const now = new Date('2026-11-20T09:30:00.400Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const tokenOf = async (from = settings) => (await signPreview(publicId, from, now)).split('/').at(-1) ?? '';

describe('the URL of a private preview', () => {
  test('shows its creator until it expires', async () => {
    const token = await tokenOf();
    expect(await signPreview(publicId, settings, now)).toBe(`https://castline.example/creators/preview/${token}`);
    expect(await publicIdOfToken(token, settings, now)).toBe(publicId);
    expect(await publicIdOfToken(token, settings, later(3_598))).toBe(publicId);
    expect(await publicIdOfToken(token, settings, later(3_601))).toBe(null);
  });

  test('is invalid for another creator, a later expiry, or any changed character', async () => {
    const token = await tokenOf();
    const [creator = '', end = '', signature = ''] = token.split('.');
    const forged = [
      `${creator.replace('0198', '0199')}.${end}.${signature}`,
      `${creator}.${Number(end) + 1}.${signature}`,
      ...Array.from(signature, (_, n) => `${creator}.${end}.${signature.slice(0, n)}_${signature.slice(n + 1)}`),
      `${token}A`,
      token.slice(0, -1),
      `${creator}.${end}.`,
      '',
    ].filter((text) => text !== token);
    for (const text of forged) expect(await publicIdOfToken(text, settings, now), text).toBe(null);
  });

  test('is invalid when another secret signed it', async () => {
    const others = { ...settings, LINK_SECRET: 'another secret of thirty-two characters.' };
    const token = await tokenOf(others);
    expect(await publicIdOfToken(token, settings, now)).toBe(null);
    const followed = { ...settings, LINK_SECRET_PREVIOUS: others.LINK_SECRET };
    expect(await publicIdOfToken(token, followed, now), 'unless it is the previous one').toBe(publicId);
    expect(await publicIdOfToken(token, followed, later(3_601))).toBe(null);
    expect(await publicIdOfToken(await tokenOf(followed), settings, now), 'which signs nothing new').toBe(publicId);
  });
});
