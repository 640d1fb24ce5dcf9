import type { OrderView } from '../../../../schema/placements/orders.ts';
import { wordOf } from '../frame/placement-status.tsx';
import type { StatusTone } from '../frame/status.tsx';

export const orderTones: Readonly<Record<OrderView['status'], StatusTone>> = {
  DRAFT: 'open',
  QUOTED: 'open',
  FUNDED: 'quiet',
  IN_PROGRESS: 'quiet',
  COMPLETED: 'good',
  CANCELLED: 'bad',
};

type Item = OrderView['items'][number];

/** The name of an item: its service, or that it is a custom offer. */
export const titleOf = ({ title }: Pick<Item, 'title'>): string => title ?? 'Custom files';

/** A title with its quantity, if it is not one. */
export const countedTitle = (quantity: number, title: string): string =>
  quantity === 1 ? title : `${quantity} × ${title}`;

/** "A creator" or "A creator, Another and 2 more" */
export function creatorsOf({ items }: Pick<OrderView, 'items'>): string {
  const names = [...new Map(items.map(({ creatorPublicId, creatorName }) => [creatorPublicId, creatorName])).values()];
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ');
}

/** "Work disputed", or "1 disputed, 2 in progress" if the services of the order are in several states. Empty without work. */
export function worksOf({ items }: Pick<OrderView, 'items'>): string {
  const counts = new Map<string, number>();
  for (const { assignmentStatus } of items)
    if (assignmentStatus !== null) {
      const word = wordOf(assignmentStatus).toLowerCase();
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  const [only, ...others] = [...counts];
  if (only === undefined) return '';
  return others.length === 0
    ? `Work ${only[0]}`
    : [only, ...others].map(([word, count]) => `${count} ${word}`).join(', ');
}
