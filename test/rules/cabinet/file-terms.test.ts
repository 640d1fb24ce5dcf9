import { expect, test } from 'vitest';
import { offeredOf, sizesOf, termsOf } from '../../../functions/web/cabinet/uploads/file-terms.ts';
import { portfolioLimits } from '../../../schema/creators/creators.ts';
import { kindsOfPurpose } from '../../../schema/uploads/uploads.ts';

test.each([
  [
    { kinds: kindsOfPurpose.proof },
    'JPEG, PNG or WebP up to 10 MiB; MP4, QuickTime or WebM up to 100 MiB; PDF up to 50 MiB',
  ],
  [{ kinds: kindsOfPurpose.picture, maxBytes: portfolioLimits.bytes }, 'JPEG, PNG or WebP up to 1 MiB'],
  [{ kinds: kindsOfPurpose.recording }, 'MP4, QuickTime or WebM up to 100 MiB'],
])('a field for files states the types and sizes of its purpose: %j', (taken, words) => {
  expect(termsOf(taken)).toBe(words);
});

test('a screenshot has one type', () => {
  expect([...sizesOf({ kinds: kindsOfPurpose.screenshot }).keys()]).toEqual(['image/jpeg']);
});

test('a file dialog offers the types, and the endings of phones for which a system may have no type', () => {
  const offered = offeredOf({ kinds: kindsOfPurpose.recording }).split(',');
  expect(offered).toEqual(
    expect.arrayContaining(['video/mp4', '.m4v', '.3gp', '.3g2', 'video/quicktime', '.mov', '.mkv']),
  );
  expect(offeredOf({ kinds: kindsOfPurpose.screenshot })).toBe('image/jpeg,.jpg,.jpeg,.jpe,.jfif');
});
