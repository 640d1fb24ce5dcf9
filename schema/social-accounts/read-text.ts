import { lazy } from '../shared/lazy.ts';
import { words } from '../shared/text.ts';

/** The version of the text that a person has read before consenting. */
export const readVersion = lazy(() =>
  words(20)
    .optional()
    .meta({
      description:
        'Version of the text in sharingTexts that the creator has read. A consent to a text that is not the present one returns 409 ' +
        'VERSION_CONFLICT. Without it, the consent is to the present text.',
      example: '2026-12',
    }),
);
