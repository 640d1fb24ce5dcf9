import * as z from 'zod';
import { platforms } from '../shared/enums.ts';
import { lazy } from '../shared/lazy.ts';
import { viewDefinitions } from './metric-rules.ts';

/** What each definition counts. */
const meanings =
  'YOUTUBE_2025_03_31: each start or replay of a Short counts; other videos count as before. INSTAGRAM_2025_04_21: the metric ' +
  '`views`, which replaced impressions and plays.';

/** The definition of a view of one measurement. `whenNull` says what null means. */
export const viewDefinition = (what: string, whenNull: string) =>
  z.enum(viewDefinitions).nullable().describe(`${what} ${meanings} null: ${whenNull}`);

/** The definitions of the views that a sum adds up. */
export const mixedDefinitions = lazy(() =>
  z.array(
    z
      .strictObject({
        platform: z.enum(platforms).describe('The platform that counted these views.'),
        viewDefinition: viewDefinition('How the platform counted them.', 'the platform has only one definition.'),
      })
      .meta({ id: 'MixedViewDefinition' }),
  ),
);
export type MixedDefinitions = z.output<ReturnType<typeof mixedDefinitions>>;
