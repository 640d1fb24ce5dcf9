import { judgedQueriesAsian } from './queries-asian.ts';
import { judgedQueriesEnglish } from './queries-en.ts';
import { judgedQueriesEuropean } from './queries-european.ts';
import type { JudgedQuery } from './types.ts';

/**
 * All 120 judged queries: typical inputs of advertisers, and the creators of the judged market that answer them. `best`
 * lists every creator truly about the query, also more than five; `good` lists acceptable answers that mention it or
 * suit it less well. Each judgement used the whole market and a plain search for the words and their forms, so that no
 * creator was missed. An empty `best` means that no creator answers.
 */
export const judgedQueries: readonly JudgedQuery[] = [
  ...judgedQueriesEnglish,
  ...judgedQueriesEuropean,
  ...judgedQueriesAsian,
];
