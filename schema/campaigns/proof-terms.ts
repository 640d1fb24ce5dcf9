/** The most that one ZIP contains. */
export const proofArchiveLimits = { files: 5_000, bytes: 1024 ** 3 } as const;
