import { expect, test } from 'vitest';
import {
  refuseTakenAt,
  refuseTooMany,
  refuseUnprovable,
  refuseUnverified,
} from '../../../functions/campaigns/proofs/rules.ts';
import { platforms } from '../../../schema/shared/enums.ts';
import { uploadStatuses } from '../../../schema/uploads/uploads.ts';
import { codeOf } from '../../support/refusal-code.ts';

const [creatorId, advertiserId, staffId] = [1, 2, 3];

test('only posts of INSTAGRAM have screenshots', () => {
  const codes = platforms.map((platform) => [
    platform,
    codeOf(() => refuseUnprovable({ platform, creatorId, advertiserId }, staffId)),
  ]);
  expect(Object.fromEntries(codes)).toEqual({
    ...{ TWITCH: 'INVALID_PROOF', KICK: 'INVALID_PROOF', YOUTUBE: 'INVALID_PROOF' },
    ...{ TIKTOK: 'INVALID_PROOF', X: 'INVALID_PROOF', INSTAGRAM: 'allowed' },
  });
});

test('staff adds no screenshot to a post of its own, or of its own campaign', () => {
  for (const own of [creatorId, advertiserId])
    expect(codeOf(() => refuseUnprovable({ platform: 'INSTAGRAM', creatorId, advertiserId }, own))).toBe(
      'ROLE_NOT_ALLOWED',
    );
});

test('a screenshot is taken from the publication on, and not in the future', () => {
  const post = { publishedAt: '2026-11-20T09:00:00.000Z' };
  const now = new Date('2026-11-20T10:00:00.000Z');
  const taken = (at: string) => codeOf(() => refuseTakenAt(new Date(`2026-11-20T${at}Z`), post, now));
  expect(['08:59:59.999', '09:00:00.000', '10:00:00.000', '10:00:00.001'].map(taken)).toEqual([
    ...['VALIDATION_FAILED', 'allowed', 'allowed', 'VALIDATION_FAILED'],
  ]);
});

test('only a VERIFIED file becomes a proof', () => {
  const allowed = uploadStatuses.filter((status) => codeOf(() => refuseUnverified({ status })) === 'allowed');
  expect(allowed).toEqual(['VERIFIED']);
});

test('a ZIP contains at most 5,000 screenshots, and at most 1 GiB', () => {
  const images = (count: number, storedSize: number) =>
    Array.from({ length: count }, () => ({ image: { storedKey: '', storedSize, storedSha256: '' } }));
  const mebibyte = 1024 ** 2;
  for (const proofs of [[], images(5_000, 1), images(1_024, mebibyte)])
    expect(codeOf(() => refuseTooMany(proofs))).toBe('allowed');
  for (const proofs of [images(5_001, 1), [...images(1_024, mebibyte), ...images(1, 1)]])
    expect(codeOf(() => refuseTooMany(proofs))).toBe('VALIDATION_FAILED');
});
