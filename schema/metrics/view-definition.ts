import * as z from 'zod';
import { platforms } from '../shared/enums.ts';
import { lazy } from '../shared/lazy.ts';
import { viewDefinitions } from './metric-rules.ts';

/** The definition of a view that a measurement applies; null: it has no views, or the platform has only one definition. */
export const viewDefinition = lazy(() => z.enum(viewDefinitions).nullable());

/** The definitions of the views that a sum adds up. */
export const mixedDefinitions = lazy(() =>
  z.array(
    z
      .strictObject({ platform: z.enum(platforms), viewDefinition: viewDefinition() })
      .meta({ id: 'MixedViewDefinition' }),
  ),
);
export type MixedDefinitions = z.output<ReturnType<typeof mixedDefinitions>>;
