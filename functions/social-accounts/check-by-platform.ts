import type { Platform } from '../../schema/shared/enums.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import { NoAnswer, PlatformFailure } from '../platform/social/index.ts';

interface Checks<Item> {
  check(item: Item): Promise<void>;
  /** Records a failed check. The skipped items of its platform wait for a later run. */
  failed(item: Item, error: unknown, skipped: readonly Item[]): Promise<void>;
}

/**
 * Checks items at all platforms at once, with one request at a time to each. When a platform sends no answer, its other items wait for a later run,
 * because each would wait for a timeout too. A defect is thrown after the other checks; a Refusal is none.
 */
export async function checkByPlatform<Item extends { readonly platform: Platform }>(
  items: readonly Item[],
  checks: Checks<Item>,
): Promise<void> {
  const byPlatform = [...Map.groupBy(items, ({ platform }) => platform).values()];
  const results = await Promise.allSettled(byPlatform.map((some) => checkEach(some, checks)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

const isOfAll = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof PlatformFailure && error.kind === 'REFUSED');

async function checkEach<Item>(items: readonly Item[], { check, failed }: Checks<Item>): Promise<void> {
  const waiting = [...items];
  const defects: unknown[] = [];
  for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
    try {
      await check(item);
    } catch (error) {
      if (!(error instanceof Refusal)) defects.push(error);
      await failed(item, error, isOfAll(error) ? waiting.splice(0) : []);
    }
  }
  if (defects.length > 0) throw defects[0];
}
