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

/**
 * The states of the services that the status of the order does not say: "Work: disputed", or "Services: 1 disputed, 2 in progress" if they
 * differ. Empty if the status says it.
 */
export function worksOf({ items, status }: Pick<OrderView, 'items' | 'status'>): string {
  const counts = new Map<string, number>();
  for (const { assignmentStatus } of items)
    if (assignmentStatus !== null) {
      const word = wordOf(assignmentStatus);
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  const words = [...counts];
  const [only, ...others] = words;
  if (only === undefined) return '';
  if (others.length > 0)
    return `Services: ${words.map(([word, count]) => `${count} ${word.toLowerCase()}`).join(', ')}`;
  return isSaid(status, only[0]) ? '' : `Work: ${only[0].toLowerCase()}`;
}

/** A completed order is one whose work was approved. */
const isSaid = (status: OrderView['status'], word: string): boolean =>
  word === wordOf(status) || (status === 'COMPLETED' && word === wordOf('APPROVED'));
