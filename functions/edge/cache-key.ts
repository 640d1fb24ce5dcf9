import type { Stored } from './byte-cache.ts';
import type { Scope } from './generation.ts';

/** The result of a guest read. */
export interface Version {
  /** The generation counters, read by the same statement as the body; empty for content that never changes. */
  readonly generations: string;
  readonly etag: string;
  /** Null when the caller already has this version. */
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** Overrides the content type of the cache key. */
  readonly contentType?: string;
  /** Additional headers that are known only with the body, for answers that are not shared. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The key of a cached answer, and how to serve it. The key has only parameters that the contract names. */
export interface CacheKey {
  readonly key: string;
  readonly scope: Scope;
  readonly contentType: string;
  /** Whether scripts of any origin may read the answer, as in the API. */
  readonly isOpen: boolean;
  /** Headers of this kind of answer, besides the common ones. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Whether other isolates of this location share the answer. Sharing an answer that a single reader requests costs more than reading it.
   */
  readonly isShared: boolean;
  /** The body is the path that the answer redirects to, for good (308). */
  readonly isRedirect?: true;
}

/** Reads the answer. For a known version it may return only that it is still current. */
export type Read = (known: Stored | null) => Promise<Version>;
