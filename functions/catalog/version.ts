/** An answer to a guest, as the edge cache stores it. */
export interface GuestVersion<Body extends string = string> {
  /** The counters of the generation, from the statement that read the body. */
  readonly generations: string;
  readonly etag: string;
  /** Null when the caller's version is current. */
  readonly body: Body | null;
}
