import { beforeAll, expect, test } from 'vitest';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import { judgedQueries } from './judged/queries.ts';
import { type Answer, answersOf, firstTen, scoresOf, stockJudgedMarket } from './judged/scores.ts';
import { shelfOf } from './shelf.ts';

let shelf: ReturnType<typeof shelfOf>;
let answers: Answer[];
/** The answer to each judged query before other creators come. */
const idsBefore = new Map<string, readonly string[]>();
ownMarket(({ stack }) => {
  shelf = shelfOf(stack);
});

beforeAll(async () => {
  const keys = await stockJudgedMarket(shelf);
  answers = await answersOf(async (q) => {
    const ids = await idsFor(q);
    idsBefore.set(q, ids);
    return ids.map((id) => keys.get(id) ?? id);
  });
  return () => shelf.close();
});

const idsFor = (q: string) => shelf.listed({ q, limit: firstTen });

test('judged queries rank their creators first, and queries without a match find nobody', () => {
  const { reciprocalRank, recall, junk } = scoresOf(answers);
  expect(judgedQueries).toHaveLength(120);
  expect(reciprocalRank).toBeGreaterThanOrEqual(0.9);
  expect(recall).toBeGreaterThanOrEqual(0.9);
  expect(junk).toEqual([]);
});

/** Text without spaces is matched by pairs of characters: any creator with all of them matches. */
const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Words with the prefix of a searched word or one edit away from it, that no judged query contains. */
function hostileWords(): string[] {
  const requested = new Set(judgedQueries.flatMap(({ q }) => q.toLowerCase().split(/[^\p{L}\p{N}]+/u)));
  return [...requested]
    .filter((word) => word.length > 2 && !isUnspaced.test(word))
    .flatMap((word) => [
      `${word}qx`,
      `${word.slice(0, 3)}zzq`,
      `${word}0`,
      `${word.slice(0, -1)}q`,
      `${word.slice(0, 2)}q${word.slice(3)}`,
    ])
    .filter((word) => !requested.has(word));
}

test('new creators with similar words push no judged creator out of the first ten', async () => {
  const words = hostileWords();
  for (let n = 0; n < depth(20, 1_000); n++) {
    const mine = Array.from({ length: 9 }, (_, k) => words[(n * 9 + k) % words.length] ?? '');
    await shelf.aCreator({ name: mine[0] ?? '', topics: mine.slice(1), bio: mine.join(' ') });
  }
  // The words of twenty creators come from the first twenty queries.
  for (const { q } of judgedQueries.slice(0, depth(20, judgedQueries.length))) {
    const known = idsBefore.get(q) ?? [];
    expect((await idsFor(q)).slice(0, known.length), q).toEqual(known);
  }
});
