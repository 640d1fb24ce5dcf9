/** The platform of a channel of a judged creator. */
export type JudgedPlatform = 'TWITCH' | 'KICK' | 'YOUTUBE' | 'TIKTOK' | 'INSTAGRAM' | 'X';

/** A fictional creator with all data that the search reads. */
export interface JudgedCreator {
  readonly key: string;
  readonly name: string;
  readonly handles: readonly { readonly platform: JudgedPlatform; readonly handle: string }[];
  readonly topics: readonly string[];
  readonly bio: string;
  readonly titles: readonly string[];
  readonly languages: readonly string[];
}

/** The difficulty of a judged query. */
export type JudgedKind =
  | 'name'
  | 'handle'
  | 'address'
  | 'topic'
  | 'bio'
  | 'title'
  | 'several words'
  | 'beginning'
  | 'typo'
  | 'compound'
  | 'inside text'
  | 'form of a word'
  | 'stop words'
  | 'unanswerable';

/** One query with the keys of its creators: `best` must be first, and `good` are acceptable. */
export interface JudgedQuery {
  readonly q: string;
  readonly language: string;
  readonly kind: JudgedKind;
  readonly best: readonly string[];
  readonly good?: readonly string[];
}
