/** An answer to a guest as the edge cache keeps it. */
export interface GuestVersion {
  /** The counters of the generation, from the statement that read the body. */
  readonly generations: string;
  readonly etag: string;
  /** The finished JSON; null when the version that the caller knows still holds. */
  readonly body: string | null;
}
