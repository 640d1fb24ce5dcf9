import type { Shown, shelfOf } from '../shelf.ts';
import { judgedMarket } from './market.ts';
import { judgedQueries } from './queries.ts';
import type { JudgedQuery } from './types.ts';

/** The answers of one query: keys of judged creators, the best first. */
export interface Answer {
  readonly query: JudgedQuery;
  readonly found: readonly string[];
}

export interface Scores {
  /** The mean of 1 / rank of the first best creator among ten; 0 without one. */
  readonly reciprocalRank: number;
  /** The mean share of the best creators (at most five) among the first five. */
  readonly recall: number;
  /** Unanswerable queries with answers. */
  readonly junk: readonly string[];
}

export const firstTen = 10;

/** Inserts the judged market in another order of activity than that of the files, and returns the keys by publicId. */
export async function stockJudgedMarket(shelf: ReturnType<typeof shelfOf>): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>();
  const began = Date.UTC(2026, 0, 1);
  for (const [n, { key, handles, titles, ...profile }] of judgedMarket.entries()) {
    const channels = handles.map((channel, position) => ({
      ...channel,
      services: position === 0 ? titles.map((title) => ({ title })) : [{ title: titles[0] ?? 'Mention' }],
    }));
    const at = new Date(began + ((n * 7_919) % judgedMarket.length) * 3_600_000);
    const { publicId }: Shown = await shelf.aCreator({ ...profile, channels, at });
    keys.set(publicId, key);
  }
  return keys;
}

export async function answersOf(search: (q: string) => Promise<readonly string[]>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const query of judgedQueries) answers.push({ query, found: await search(query.q) });
  return answers;
}

export function scoresOf(answers: readonly Answer[]): Scores {
  const answerable = answers.filter(({ query }) => query.best.length > 0);
  const mean = (figure: (answer: Answer) => number) =>
    answerable.reduce((sum, answer) => sum + figure(answer), 0) / answerable.length;
  return {
    reciprocalRank: mean(reciprocalRank),
    recall: mean(recallOf),
    junk: answers.filter(({ query, found }) => query.best.length === 0 && found.length > 0).map(({ query }) => query.q),
  };
}

export function reciprocalRank({ query, found }: Answer): number {
  const place = found.slice(0, firstTen).findIndex((key) => query.best.includes(key));
  return place === -1 ? 0 : 1 / (place + 1);
}

export const recallOf = ({ query, found }: Answer): number =>
  found.slice(0, 5).filter((key) => query.best.includes(key)).length / Math.min(5, query.best.length);
