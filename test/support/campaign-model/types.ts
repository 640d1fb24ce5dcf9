export type Shown = 'PUBLIC' | 'UNLISTED' | 'GONE';

export interface Counts {
  readonly views: number | null;
  readonly likes: number | null;
  readonly comments: number | null;
}

export interface Terms {
  readonly payment: { readonly cpm: number } | { readonly reward: number };
  readonly maxPerPost: number | null;
  readonly budget: number;
}

export interface ModelPost {
  id: number;
  readonly account: number;
  readonly content: string;
  status: 'ON_MODERATION' | 'ACCEPTED' | 'REJECTED' | 'UNAVAILABLE';
  former: 'ON_MODERATION' | 'ACCEPTED' | null;
  decideBy: number;
  /** As the platform said last. */
  seen: Shown;
  missing: number;
  views: { count: number; at: number } | null;
  counted: { views: number; likes: number; comments: number; at: number } | null;
  earned: number;
  paid: number;
}

/** What a request does, or the code of its refusal. */
export type Outcome = 'OK' | 'INVALID_STATE' | 'INSUFFICIENT_FUNDS' | 'RESOURCE_NOT_FOUND' | 'INVALID_PROOF';
