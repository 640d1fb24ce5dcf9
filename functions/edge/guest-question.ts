import type { Stored } from './byte-cache.ts';
import type { Scope } from './generation.ts';

/** What a guest read answers with. */
export interface Version {
  /** The counters of the generation, from the very statement that read the body; none for what never changes. */
  readonly generations: string;
  readonly etag: string;
  /** Null when the caller has this version already. */
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** Where it is not the one that the question names. */
  readonly contentType?: string;
  /** Beside those of the question, known with the body only: of what is not shared. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One question to the cache: nothing outside the contract reaches its key. */
export interface Question {
  readonly key: string;
  readonly scope: Scope;
  readonly contentType: string;
  /** What this kind of answer carries beside the headers of all. */
  readonly headers: Readonly<Record<string, string>>;
  /** Others of this place will ask it too. What one reader asks alone costs more to share than to read. */
  readonly isShared: boolean;
}

/** Reads the answer; of a known version at most that it still holds. */
export type Read = (known: Stored | null) => Promise<Version>;
