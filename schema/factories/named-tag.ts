import * as z from 'zod';
import { id } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';

export const tagNameFields = lazy(() => ({
  id: id().describe('Id of the tag.'),
  name: z.string().describe('Name of the tag.').meta({ example: 'Street style' }),
}));

export const namedTag = lazy(() => z.strictObject(tagNameFields()));
