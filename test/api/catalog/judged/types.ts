/** A platform that a judged creator has a channel on. */
export type JudgedPlatform = 'TWITCH' | 'KICK' | 'YOUTUBE' | 'TIKTOK' | 'INSTAGRAM' | 'X';

/** One fictional creator with everything that the search may look at. */
export interface JudgedCreator {
  readonly key: string;
  readonly name: string;
  readonly handles: readonly { readonly platform: JudgedPlatform; readonly handle: string }[];
  readonly topics: readonly string[];
  readonly bio: string;
  readonly titles: readonly string[];
  readonly languages: readonly string[];
}

/** What makes a judged query hard. */
export type JudgedKind =
  | 'name'
  | 'handle'
  | 'address'
  | 'topic'
  | 'bio'
  | 'title'
  | 'several words'
  | 'beginning'
  | 'slip'
  | 'compound'
  | 'inside text'
  | 'form of a word'
  | 'stop words'
  | 'unanswerable';

/** One query with the keys of the creators who answer it: `best` must come first, `good` are acceptable too. */
export interface JudgedQuery {
  readonly q: string;
  readonly language: string;
  readonly kind: JudgedKind;
  readonly best: readonly string[];
  readonly good?: readonly string[];
}
