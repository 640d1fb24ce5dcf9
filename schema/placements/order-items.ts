import * as z from 'zod';
import { quantities } from '../shared/enums.ts';
import { namedId } from '../shared/ids.ts';
import { instantInput } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { rights, words } from '../shared/text.ts';
import { briefLength } from './order-terms.ts';

/** Per item: as many as its quantity. */
export const maxResults = Math.max(...quantities);

export const quantity = lazy(() => z.literal([...quantities]));
export const brief = lazy(() => words(briefLength));

const result = lazy(() =>
  z.strictObject({
    expectedAt: instantInput().describe('Publication date, in the future and not after dueAt.'),
  }),
);

export const orderItemInput = lazy(() =>
  z
    .strictObject({
      serviceListingId: namedId(),
      quantity: quantity(),
      discountBps: z
        .int()
        .min(0)
        .max(10_000)
        .describe('Exactly the discount of the listing for this quantity; 0 for quantity 1.'),
      dueAt: instantInput().describe('Deadline for all results.'),
      brief: brief(),
      results: z.array(result()).min(1).max(maxResults).describe('One entry for each unit of quantity.'),
      rights: rights(),
    })
    .superRefine((item, context) => {
      refuseCount(item, context);
      refuseLate(item.results, item.dueAt, 'dueAt', context);
    }),
);
export type OrderItemInput = z.output<ReturnType<typeof orderItemInput>>;

/** Refuses an item unless it has exactly as many `results` as its quantity. */
export function refuseCount(item: { quantity: number; results: readonly unknown[] }, context: z.RefinementCtx): void {
  if (item.results.length === item.quantity) return;
  context.addIssue({ code: 'custom', path: ['results'], message: `must contain exactly ${item.quantity} entries` });
}

/** Refuses a result that is expected after the deadline. */
export function refuseLate(
  results: readonly { expectedAt: Date }[],
  end: Date,
  endName: string,
  context: z.RefinementCtx,
): void {
  for (const [index, { expectedAt }] of results.entries()) {
    if (expectedAt > end)
      context.addIssue({
        code: 'custom',
        path: ['results', index, 'expectedAt'],
        message: `must not be after ${endName}`,
      });
  }
}
