import * as z from 'zod';
import { metricTerms } from '../../schema/metrics/metric-terms.ts';
import { type Platform, platforms } from '../../schema/shared/enums.ts';
import { lazy } from '../../schema/shared/lazy.ts';

export const integer = (min: number, max: number, fallback: number) =>
  z
    .union([z.string().regex(/^\d+$/, 'must be a whole number'), z.number()])
    .transform(Number)
    .refine((n) => Number.isSafeInteger(n) && n >= min && n <= max, `must be between ${min} and ${max}`)
    .default(fallback);
export const origin = lazy(() => z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, '')));
export const flag = lazy(() =>
  z
    .union([z.boolean(), z.enum(['true', 'false'])])
    .transform((value) => value === true || value === 'true')
    .optional(),
);
export const optionalText = lazy(() =>
  z
    .string()
    .transform((value) => value || undefined)
    .optional(),
);
/** Origins in canonical form, separated by spaces. */
export const origins = lazy(() =>
  z
    .string()
    .transform((text) => text.split(' ').filter(Boolean))
    .refine(
      (all) => all.every((text) => URL.parse(text)?.origin === text),
      'must be origins such as http://127.0.0.1:9000',
    )
    .default([]),
);
const words = (text: string): string[] => text.split(' ').filter(Boolean);
const isPlatform = (word: string): word is Platform => platforms.some((platform) => platform === word);

/** Days for which metrics are stored, by platform: as the terms say, or fewer where a platform is listed. */
export const keptDays = lazy(() =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      const kept = Object.fromEntries(platforms.map((platform) => [platform, metricTerms[platform].keptDays]));
      const named = new Set<string>();
      for (const word of words(text)) {
        const [, platform = '', days = ''] = /^([A-Z]+)=([1-9]\d{0,3})$/.exec(word) ?? [];
        const max = isPlatform(platform) && !named.has(platform) ? metricTerms[platform].keptDays : undefined;
        named.add(platform);
        if (max === undefined) context.addIssue('must be platforms with days, each once, such as YOUTUBE=14 X=7');
        else if (max !== null && Number(days) > max)
          context.addIssue(`the terms of ${platform} allow the service to store metrics for at most ${max} days`);
        else kept[platform] = Number(days);
      }
      return asKeptDays(kept);
    }),
);
/** Safe: it has every platform. */
const asKeptDays = (kept: Readonly<Record<string, number | null>>) => kept as Readonly<Record<Platform, number | null>>;

/** Platforms, separated by spaces. */
export const platformNames = (fallback = '') =>
  z
    .string()
    .default(fallback)
    .refine((text) => words(text).every(isPlatform), 'must be platforms separated by spaces, such as YOUTUBE X')
    .transform((text) => platforms.filter((platform) => words(text).includes(platform)));
export const optionalUrl = lazy(() => optionalText().pipe(z.url().optional()));

/** Where people write to: an email address, or an https URL such as that of a form, which everybody reads. */
export const contact = lazy(() =>
  optionalText().refine(
    (text) =>
      text === undefined ||
      /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]{2,}$/.test(text) ||
      (text.startsWith('https://') && URL.parse(text)?.username === '' && URL.parse(text)?.password === ''),
    'must be an email address or an https URL without a password',
  ),
);

/** A secret that keys are derived from, and its predecessor for some days after a rotation. */
export const secret = lazy(() => z.string().min(32, 'must have at least 32 characters'));
export const previousSecret = lazy(() => optionalText().pipe(secret().optional()));
