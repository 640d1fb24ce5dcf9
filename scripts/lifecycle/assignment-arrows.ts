import { life, type Move } from '../../functions/placements/assignments/rules.ts';
import type { Arrow } from './state-diagram.ts';

/** One arrow for each transition, with its actors and its payment. */
export const assignmentArrows = (): Arrow[] =>
  Object.entries(life).flatMap(([from, steps]) =>
    Object.entries(steps).flatMap(([step, moves]) => arrowsOfStep(from, step, moves)),
  );

/** Combines the actors of transitions with the same result into one label. */
function arrowsOfStep(from: string, step: string, moves: readonly Move[]): Arrow[] {
  const ways = new Map<string, Move[]>();
  for (const move of moves) {
    const way = `${move.to} ${move.ending}`;
    ways.set(way, [...(ways.get(way) ?? []), move]);
  }
  return [...ways.values()].flatMap((together) => {
    const [first] = together;
    if (!first) return [];
    const actors = together.map(({ by }) => by.toLowerCase()).join(' or ');
    const money = first.ending ? `, ${first.ending.toLowerCase()}` : '';
    return [{ from, to: first.to, label: `${words[step] ?? step} (${actors})${money}` }];
  });
}

/** Labels of steps that are not the name of an action in the API. */
const words: Readonly<Record<string, string>> = {
  expire: 'acceptBy passes',
  decide: 'decide on or withdraw a proposal',
  agree: 'accept a proposal to cancel',
  release: 'resolve RELEASE',
  refund: 'resolve REFUND',
  split: 'resolve SPLIT',
};
