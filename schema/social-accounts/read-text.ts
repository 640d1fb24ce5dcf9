import { lazy } from '../shared/lazy.ts';
import { words } from '../shared/text.ts';

/** The version of the text that a person has read before consenting. */
export const readVersion = lazy(() =>
  words(20)
    .optional()
    .meta({
      description:
        'Version of the text in sharingTexts that the creator has read. A consent to an earlier text returns 409 ' +
        'VERSION_CONFLICT. Without it, the consent is to the current text.',
      example: '2026-12',
    }),
);
