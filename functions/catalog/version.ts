/** An answer to a guest, as the edge cache stores it. */
export interface GuestVersion {
  /** The counters of the generation, from the statement that read the body. */
  readonly generations: string;
  readonly etag: string;
  /** The finished JSON; null when the caller's version is current. */
  readonly body: string | null;
}
