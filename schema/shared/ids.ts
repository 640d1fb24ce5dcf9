import * as z from 'zod';
import { lazy } from './lazy.ts';

// No row has it: identities count from 1.
const largestId = 2 ** 53 - 1;

/** A positive integer within the range of a database identity column and of JSON numbers. */
export const id = lazy(() => z.int().min(1).max(largestId).meta({ example: 42 }));

/**
 * An id in a body. Every integer may be sent: one beyond the range gets the same answer as an unknown object, like an id in a path.
 */
export const namedId = lazy(() =>
  z
    .number()
    .min(1)
    .refine(Number.isInteger, 'must be an integer')
    .overwrite((value) => Math.min(value, largestId))
    .meta({ type: 'integer', minimum: 1, example: 42 }),
);

/** An id in a path. A malformed id gets the same answer as an unknown object. */
export const pathId = lazy(() =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number)
    .refine((value) => value <= largestId)
    .meta({ type: 'integer', minimum: 1, maximum: largestId, example: 42 }),
);

export const uuid = lazy(() =>
  z
    .string()
    .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'must be a UUID')
    .transform((text) => text.toLowerCase())
    .meta({ type: 'string', format: 'uuid', example: '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e' }),
);

/** The version of a resource, counted from 1, within the range of the database's integer. */
export const version = lazy(() => z.int().min(1).max(2_147_483_647));
