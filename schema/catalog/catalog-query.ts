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
/** Up to five of these values, separated by commas, of which one must match. Sorted, so that equal queries get equal cache keys. */
const anyOf = (isKnown: (value: string) => boolean, message: string, pattern: string, example: string) =>
  z
    .string()
    .transform((text) => [...new Set(text.split(',').map((one) => one.trim().toUpperCase()))].sort())
    .refine((values) => values.length <= maxAlternatives, `must contain at most ${maxAlternatives} values`)
    .refine((values) => values.every(isKnown), message)
    .meta({ type: 'string', pattern: `^${pattern}(,${pattern}){0,${maxAlternatives - 1}}$`, example });

const isOneOf =
  (known: readonly string[]) =>
  (value: string): boolean =>
    known.includes(value);

const platformFilter = lazy(() =>
  anyOf(isOneOf(platforms), 'must be platforms', `(${platforms.join('|')})`, 'TWITCH,KICK'),
);
const format = lazy(() =>
  anyOf(
    isOneOf(formats),
    'must be service types, each alone or with a variant joined by a dot',
    `(${serviceTypes.join('|')})(\\.(${variants.join('|')}))?`,
    'STREAM,VIDEO.REVIEW',
  ),
);
const countries = lazy(() =>
  anyOf((code) => /^[A-Z]{2}$/.test(code), 'must be ISO 3166-1 alpha-2 country codes', '[A-Za-z]{2}', 'DE,AT'),
);

/** The numbers that the filters of followers and views take. The index has a list for each. */
export const figureSteps = [1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000] as const;

/** The rates in percent that the filter of the engagement rate takes. The index has a list for each. */
export const erSteps = [1, 2, 3, 5, 8, 10] as const;

const oneOfSteps = (steps: readonly number[], example: number) =>
  z
    .string()
    .refine((text) => steps.some((step) => String(step) === text), `must be one of ${steps.join(', ')}`)
    .transform(Number)
    .meta({ type: 'integer', enum: [...steps], example });
const figureStep = lazy(() => oneOfSteps(figureSteps, 10_000));
const erStep = lazy(() => oneOfSteps(erSteps, 3));

const verified = lazy(() =>
  z
    .string()
    .refine((text) => text === 'true', 'must be true, or absent')
    .transform(() => true as const)
    .meta({ type: 'string', enum: ['true'] }),
);

export const catalogQuery = lazy(() =>
  z
    .object({
      q: search().optional(),
      channelType: queryEnum(channelTypes).optional(),
      platform: platformFilter()
        .optional()
        .describe('A platform, or up to five separated by commas. One of them must match.'),
      format: format()
        .optional()
        .describe(
          'A service type, or a type and a variant joined by a dot; up to five separated by commas. One of them must match.',
        ),
      topic: alternatives().optional().describe('A topic, or up to five separated by commas. One of them must match.'),
      language: alternatives()
        .optional()
        .describe(
          'A language, or up to five separated by commas. A language such as en also matches its regional forms, such as en-GB.',
        ),
      geo: alternatives()
        .optional()
        .describe('Legacy filter: a tag of the creator profile, or up to five separated by commas.'),
      audienceGeo: countries()
        .optional()
        .describe(
          'A country, or up to five separated by commas. Only services on channels whose latest verified audience has a share above zero in one of them.',
        ),
      verified: verified().optional().describe('true: only creators who have proven at least one channel.'),
      minFollowers: figureStep()
        .optional()
        .describe('Only creators with a verified audience of at least this many followers on one channel.'),
      minViews: figureStep().optional().describe('Only creators with at least this many average views on one channel.'),
      minEr: erStep()
        .optional()
        .describe('Only creators with at least this engagement rate, in percent, on one channel.'),
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
