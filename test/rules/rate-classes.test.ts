import { expect, test } from 'vitest';
import { operations } from '../../functions/operations.ts';

const namesOf = (rate: string) =>
  operations
    .filter((operation) => operation.rate === rate)
    .map(({ name }) => name)
    .sort();

// By hand, of the decisions: what moves money, also by staff and by token alone.
test('what moves money is limited as such, and nothing else is', () => {
  expect(namesOf('money')).toEqual([
    'ApproveAssignment',
    'CheckOutOrder',
    'ConfirmOffer',
    'DepositFunds',
    'ResolveDispute',
    'WithdrawFunds',
  ]);
});

test('nothing that changes something is counted as a read, and no read as a write', () => {
  const isRead = ({ method }: { readonly method: string }) => method === 'get';
  for (const operation of operations) {
    if (operation.rate === 'read') expect(isRead(operation), operation.name).toBe(true);
    if (operation.rate === 'write' || operation.rate === 'money') expect(isRead(operation), operation.name).toBe(false);
  }
});
