import { expect, test } from 'vitest';
import { worksOf } from '../../../functions/web/cabinet/orders/order-words.ts';
import type { OrderView } from '../../../schema/placements/orders.ts';

type Status = OrderView['items'][number]['assignmentStatus'];
const worded = (...statuses: Status[]) => wordedIn('IN_PROGRESS', ...statuses);
const wordedIn = (status: OrderView['status'], ...statuses: Status[]) =>
  worksOf({
    status,
    items: statuses.map((assignmentStatus) => ({ assignmentStatus })) as unknown as OrderView['items'],
  });

test('an order whose services have one state names it once', () => {
  expect(worded('DISPUTED')).toBe('Work: disputed');
  expect(worded('SUBMITTED', 'SUBMITTED')).toBe('Work: submitted');
});

test('an order whose services have several states counts each', () => {
  expect(worded('DISPUTED', 'ACCEPTED', 'ACCEPTED')).toBe('Services: 1 disputed, 2 in progress');
});

test('an order whose services are all in progress shows no second status', () => {
  expect(worded('ACCEPTED', 'ACCEPTED')).toBe('');
});

test('an order without work says nothing about it', () => {
  expect(worded(null, null)).toBe('');
});

test('an order that has ended or waits says what differs from its status', () => {
  expect(wordedIn('FUNDED', 'DECLINED', 'PENDING')).toBe('Services: 1 declined, 1 waiting for acceptance');
  expect(wordedIn('FUNDED', 'PENDING')).toBe('');
  expect(wordedIn('COMPLETED', 'APPROVED', 'CANCELLED')).toBe('Services: 1 approved, 1 cancelled');
  expect(wordedIn('COMPLETED', 'APPROVED')).toBe('');
  expect(wordedIn('COMPLETED', 'RESOLVED')).toBe('Work: resolved');
  expect(wordedIn('CANCELLED', 'CANCELLED')).toBe('');
  expect(wordedIn('CANCELLED', 'EXPIRED')).toBe('Work: expired');
});
