import type { Cost, Meter } from '../../../functions/platform/social/index.ts';

/** A meter whose budget covers everything. */
export const rich: Meter = { spend: async () => true, report() {} };

/** A meter that notes each wanted cost, and covers those that `covers` accepts. */
export function spending(covers: (cost: Cost) => boolean): Meter & { readonly wanted: readonly Cost[] } {
  const wanted: Cost[] = [];
  return {
    wanted,
    async spend(cost) {
      wanted.push(cost);
      return covers(cost);
    },
    report() {},
  };
}
