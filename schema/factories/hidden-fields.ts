import * as z from 'zod';
import { lazy } from '../shared/lazy.ts';
import { list } from '../shared/lists.ts';
import { hideableFields } from './factory-terms.ts';

/** Fields that reports hide, each once. */
export const hiddenFields = lazy(() => list(z.enum(hideableFields), hideableFields.length));
