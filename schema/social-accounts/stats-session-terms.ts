/** The time for the recording. */
export const sessionHours = 24;
/** The maximal age of the statistics that a recording shows. */
export const maxAudienceAgeDays = 90;
export const sessionStatuses = ['NONE', 'OPEN', 'UPLOADED', 'VERIFIED', 'REJECTED'] as const;
export const reviewedStatuses = ['UPLOADED', 'VERIFIED', 'REJECTED'] as const;
export const sessionOutcomes = ['VERIFIED', 'REJECTED'] as const;
