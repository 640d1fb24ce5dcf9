import { judgedQueriesAsian } from './queries-asian.ts';
import { judgedQueriesEnglish } from './queries-en.ts';
import { judgedQueriesEuropean } from './queries-european.ts';
import type { JudgedQuery } from './types.ts';

/**
 * All 120 judged queries: what advertisers type, and which creators of the judged market answer it.
 * `best` lists everybody truly about the query, also when they are more than five; `good` lists acceptable answers
 * that mention it or suit it less well. Each judgement was made on the whole market and compared with a plain look
 * for the words and their forms in every text, so that nobody was overlooked. An empty `best`: nobody answers.
 */
export const judgedQueries: readonly JudgedQuery[] = [
  ...judgedQueriesEnglish,
  ...judgedQueriesEuropean,
  ...judgedQueriesAsian,
];
