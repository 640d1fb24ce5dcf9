import { expect, test } from 'vitest';
import { sizesOf, termsOf } from '../../../functions/web/cabinet/uploads/file-terms.ts';
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
