import { life, type Move } from '../../functions/placements/assignments/rules.ts';
import type { Arrow } from './state-diagram.ts';

/** Each transition of the table: its actor, and its effect on the money. */
export const assignmentArrows = (): Arrow[] =>
  Object.entries(life).flatMap(([from, steps]) =>
    Object.entries(steps).flatMap(([step, moves]) => arrowsOfStep(from, step, moves)),
  );

/** Actors with the same target state share one arrow. */
function arrowsOfStep(from: string, step: string, moves: readonly Move[]): Arrow[] {
  const ways = new Map<string, Move[]>();
  for (const move of moves) {
    const way = `${move.to} ${move.ending}`;
    ways.set(way, [...(ways.get(way) ?? []), move]);
  }
  return [...ways.values()].flatMap((together) => {
    const [first] = together;
    if (!first) return [];
    const movers = together.map(({ by }) => by.toLowerCase()).join(' or ');
    const money = first.ending ? `, ${first.ending.toLowerCase()}` : '';
    return [{ from, to: first.to, label: `${words[step] ?? step} (${movers})${money}` }];
  });
}

/** Labels of steps that are not actions of a party. */
const words: Readonly<Record<string, string>> = {
  expire: 'the time to accept runs out',
  decide: 'a proposal is decided on or withdrawn',
  agree: 'a proposal to cancel is accepted',
  release: 'resolve RELEASE',
  refund: 'resolve REFUND',
  split: 'resolve SPLIT',
};
