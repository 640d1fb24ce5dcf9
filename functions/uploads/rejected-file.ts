/** A file that is not accepted. */
export interface RejectedFile {
  /** What is wrong and what to do, for people. */
  readonly reason: string;
}

export const isRejected = <Accepted extends object>(file: Accepted | RejectedFile): file is RejectedFile =>
  'reason' in file;
