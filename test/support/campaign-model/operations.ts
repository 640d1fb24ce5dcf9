import { fc } from '../fast-check.ts';
import type { Shown, Terms } from './types.ts';

/** One step of a sequence. `post` chooses among the posts, and `account` among the two. */
export type Operation =
  | { readonly kind: 'submit'; readonly account: number; readonly views: number }
  | { readonly kind: 'submit-again' | 'accept' | 'reject'; readonly post: number }
  | {
      readonly kind: 'film';
      readonly post: number;
      readonly shown: Shown;
      readonly views: number | null;
      readonly likes: number | null;
      readonly comments: number;
    }
  | { readonly kind: 'scan' | 'pause' | 'resume' | 'complete' | 'cancel' | 'pay' | 'wait' | 'share' | 'withdraw' }
  | { readonly kind: 'raise'; readonly cents: number };

const post = fc.nat({ max: 20 });
const views = fc.oneof(fc.nat({ max: 3_000 }), fc.constantFrom(0, 4, 5, 999, 1_000));
const simple = (
  ...kinds: readonly ('scan' | 'pause' | 'resume' | 'complete' | 'cancel' | 'pay' | 'wait' | 'share' | 'withdraw')[]
) => fc.constantFrom(...kinds).map((kind) => ({ kind }));

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('submit' as const), account: fc.constantFrom(0, 0, 1), views }),
  },
  {
    weight: 7,
    arbitrary: fc.record({ kind: fc.constantFrom('accept' as const, 'accept' as const, 'reject' as const), post }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('submit-again' as const), post }) },
  {
    weight: 9,
    arbitrary: fc.record({
      ...{ kind: fc.constant('film' as const), post },
      shown: fc.constantFrom<Shown[]>('PUBLIC', 'PUBLIC', 'PUBLIC', 'UNLISTED', 'GONE'),
      views: fc.oneof({ weight: 8, arbitrary: views }, { weight: 1, arbitrary: fc.constant(null) }),
      likes: fc.oneof({ weight: 5, arbitrary: fc.nat({ max: 300 }) }, { weight: 1, arbitrary: fc.constant(null) }),
      comments: fc.nat({ max: 40 }),
    }),
  },
  { weight: 10, arbitrary: simple('scan') },
  { weight: 4, arbitrary: simple('pause', 'resume', 'share', 'withdraw', 'pay') },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('raise' as const), cents: fc.integer({ min: 1, max: 400 }) }) },
  { weight: 1, arbitrary: simple('wait', 'complete', 'cancel') },
);

export const operations = (maxLength: number) => fc.array(operation, { minLength: 10, maxLength, size: 'max' });

export const terms: fc.Arbitrary<Terms> = fc.oneof(
  fc.record({
    payment: fc.record({ cpm: fc.constantFrom(1, 137, 200, 1_000) }),
    maxPerPost: fc.constantFrom(null, 150, 300),
    budget: fc.integer({ min: 100, max: 900 }),
  }),
  fc.record({
    payment: fc.constant({ reward: 150 }),
    maxPerPost: fc.constant(null),
    budget: fc.integer({ min: 150, max: 800 }),
  }),
);
