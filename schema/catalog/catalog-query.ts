import * as z from 'zod';
import { topicLength } from '../creators/creators.ts';
import { catalogSorts, channelTypes, platforms, queryEnum, serviceTypes, variants } from '../shared/enums.ts';
import { lazy } from '../shared/lazy.ts';
import { priceBoundCents } from '../shared/money.ts';
import { uuidPage } from '../shared/page.ts';
import { text } from '../shared/text.ts';

/** Values of the filter `format()`: a service type, or a type and a variant joined by a dot. */
export const formats = serviceTypes.flatMap((type) => [
  type,
  ...variants.map((variant) => `${type}.${variant}` as const),
]);
export const availabilities = ['AVAILABLE'] as const;
export const searchLength = 200;

/**
 * Folds ASCII only, so that equal queries get equal cache keys. The database folds the other scripts, by rules that differ from
 * JavaScript's.
 */
const lowerAscii = (value: string) => value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Folds spaces. An empty result does not search. */
const search = lazy(() =>
  text(0, searchLength)
    .transform((value) => lowerAscii(value.normalize('NFC').trim().replace(/\s+/g, ' ')) || undefined)
    .meta({
      type: 'string',
      maxLength: searchLength,
      description:
        'Words from names, handles, topics, bios and service titles, or the address of a channel. Every word must match, in ' +
        'any inflected form; case and accents are ignored. Relevance ranks matches in the name or a handle first, then in a ' +
        'topic, in the bio, in a title, then prefix matches, then corrected typos. Within one rank, the last modified creator ' +
        'comes first.',
      example: 'retro gaming',
    }),
);
const maxAlternatives = 5;
/** One value, or up to five separated by commas, of which one must match. Sorted, so that equal queries get equal cache keys. */
const alternatives = lazy(() =>
  text(1, maxAlternatives * (topicLength + 1))
    .transform((value) => [
      ...new Set(
        value
          .split(',')
          .map((one) => lowerAscii(one.normalize('NFC').trim()))
          .filter((one) => one !== ''),
      ),
    ])
    .refine((values) => values.length > 0, 'must not be blank')
    .refine((values) => values.length <= maxAlternatives, `must contain at most ${maxAlternatives} values`)
    .refine(
      (values) => values.every((one) => [...one].length <= topicLength),
      `must have at most ${topicLength} characters each`,
    )
    .transform((values) => values.sort())
    .meta({ type: 'string', maxLength: maxAlternatives * (topicLength + 1) }),
);
const country = lazy(() =>
  z
    .string()
    .regex(/^[a-z]{2}$/i, 'must be an ISO 3166-1 alpha-2 country code')
    .transform((code) => code.toUpperCase())
    .meta({ type: 'string', pattern: '^[A-Za-z]{2}$', example: 'DE' }),
);

const format = lazy(() =>
  z
    .string()
    .transform((name) => name.toUpperCase())
    .refine(
      (name) => formats.some((known) => known === name),
      'must be a service type, or a type and a variant joined by a dot',
    )
    .meta({
      type: 'string',
      enum: [...formats],
      description: 'A service type, or a type and a variant joined by a dot.',
    }),
);

export const catalogQuery = lazy(() =>
  z
    .object({
      q: search().optional(),
      channelType: queryEnum(channelTypes).optional(),
      platform: queryEnum(platforms).optional(),
      format: format().optional(),
      topic: alternatives().optional().describe('A topic, or up to five separated by commas. One of them must match.'),
      language: alternatives()
        .optional()
        .describe(
          'A language, or up to five separated by commas. A language such as en also matches its regional forms, such as en-GB.',
        ),
      geo: alternatives()
        .optional()
        .describe('Legacy filter: a tag of the creator profile, or up to five separated by commas.'),
      audienceGeo: country()
        .optional()
        .describe('Only services on channels whose latest verified audience has a share above zero in this country.'),
      minPriceCents: priceBoundCents().optional(),
      maxPriceCents: priceBoundCents().optional(),
      availability: queryEnum(availabilities).optional(),
      sort: z
        .string()
        .transform((sort) => sort.toLowerCase())
        .pipe(z.enum(catalogSorts))
        .default('relevance')
        .meta({ type: 'string', enum: [...catalogSorts], default: 'relevance' }),
      ...uuidPage(),
    })
    .refine(({ minPriceCents: min, maxPriceCents: max }) => min === undefined || max === undefined || min <= max, {
      path: ['minPriceCents'],
      message: 'must not be above maxPriceCents',
    }),
);
export type CatalogInput = z.output<ReturnType<typeof catalogQuery>>;
