import type { OrderView } from '../../../../schema/placements/orders.ts';
import type { AssignmentStatus } from '../../../../schema/shared/enums.ts';
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
 * What the status "In progress" does not say: "Work disputed", or "Services: 1 disputed, 2 in progress" if the services of the order are in several
 * states. Empty otherwise.
 */
export function worksOf({ items }: Pick<OrderView, 'items'>): string {
  const counts = new Map<AssignmentStatus, number>();
  for (const { assignmentStatus: status } of items)
    if (status !== null) counts.set(status, (counts.get(status) ?? 0) + 1);
  const words = [...counts].map(([status, count]) => ({ status, count, word: wordOf(status).toLowerCase() }));
  const [only, ...others] = words;
  if (only === undefined) return '';
  if (others.length > 0) return `Services: ${words.map(({ word, count }) => `${count} ${word}`).join(', ')}`;
  return only.status === 'ACCEPTED' ? '' : `Work ${only.word}`;
}
