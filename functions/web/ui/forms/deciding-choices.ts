/** The values of checkboxes and radio buttons that show more fields. */
export const decidingChoices = ['CPM', 'FIXED', 'PRIVATE_FILE'] as const;
export type DecidingChoice = (typeof decidingChoices)[number];

/** Hides the fields of choices that are not made. A browser without `:has` ignores these rules, and shows all fields. */
export const hiddenFields = decidingChoices
  .map(
    (choice) =>
      `.depending:not(:has([value="${choice}"]:checked)) .fields-of[data-choice="${choice}"] { display: none; }`,
  )
  .join('\n');
