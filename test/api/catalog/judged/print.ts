import { buildIfStale } from '../../../../scripts/local/workers/bundle.ts';
import { startStack } from '../../../support/stack/stack.ts';
import { shelfOf } from '../shelf.ts';
import { answersOf, firstTen, recallOf, reciprocalRank, scoresOf, stockJudgedMarket } from './scores.ts';

/** `npm run search:quality`: prints the scores of the search on the judged queries, and the queries with bad answers. */
buildIfStale();
const stack = await startStack();
const shelf = shelfOf(stack);
try {
  const keys = await stockJudgedMarket(shelf);
  const answers = await answersOf(async (q) =>
    (await shelf.listed({ q, limit: firstTen })).map((publicId) => keys.get(publicId) ?? publicId),
  );
  for (const answer of answers) {
    const { query, found } = answer;
    if (query.best.length === 0 || (reciprocalRank(answer) === 1 && recallOf(answer) === 1)) continue;
    const [rank, recall] = [reciprocalRank(answer), recallOf(answer)].map((figure) => figure.toFixed(2));
    console.log(
      `${query.q} (${query.kind}): 1/rank ${rank}, recall ${recall}; found ${found.slice(0, 5).join(', ') || 'nobody'}`,
    );
  }
  const { reciprocalRank: mean, recall, junk } = scoresOf(answers);
  console.log(
    `${answers.length} queries: MRR@10 ${mean.toFixed(3)}, recall@5 ${recall.toFixed(3)}, junk ${junk.length}`,
  );
} finally {
  await shelf.close();
  await stack.stop();
}
