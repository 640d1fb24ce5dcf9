/** Statements of one party in a dispute. */
export const maxStatements = 20;

/** Maximal lengths of the texts that parties write about the work and staff about a dispute. */
export const workTextLengths = {
  changesReasonLength: 2_000,
  issueReasonLength: 200,
  issueDescriptionLength: 5_000,
  deliverableNoteLength: 2_000,
  resolutionNoteLength: 5_000,
} as const;
