import * as z from 'zod';
import { id, namedId } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { maxTags } from './factory-terms.ts';

export const tagNameFields = lazy(() => ({
  id: id().describe('Id of the tag.'),
  name: z.string().describe('Name of the tag.').meta({ example: 'Street style' }),
}));

export const namedTag = lazy(() => z.strictObject(tagNameFields()));

/** The tags of a group or an account in a request. */
export const tagIds = lazy(() =>
  z
    .array(namedId())
    .max(maxTags)
    .refine((ids) => new Set(ids).size === ids.length, 'must not contain duplicates')
    .describe('Ids of your tags, each at most once. The list may be empty.')
    .meta({ uniqueItems: true, example: [12, 15] }),
);
