import * as z from 'zod';
import { countries } from './countries.ts';
import { lazy } from './lazy.ts';

/** A country in a request. */
export const countryCode = lazy(() =>
  z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be a country code of two letters, such as DE (ISO 3166-1)')
    .transform((value) => value.toUpperCase())
    .refine((value) => countries.has(value), 'must be a country code of two letters, such as DE (ISO 3166-1)')
    .meta({
      id: 'CountryCode',
      type: 'string',
      enum: [...countries],
      description: 'An ISO 3166-1 alpha-2 country code. Requests may use lower case; the service stores upper case.',
      example: 'DE',
    }),
);
