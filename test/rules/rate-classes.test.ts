import { expect, test } from 'vitest';
import { operations } from '../../functions/operations.ts';

const namesOf = (rate: string) =>
  operations
    .filter((operation) => operation.rate === rate)
    .map(({ name }) => name)
    .sort();

// By hand from the product decisions: operations that transfer money, including staff and token routes.
test('exactly the operations that transfer money are limited as such', () => {
  expect(namesOf('money')).toEqual([
    'ApproveAssignment',
    'CancelCampaign',
    'CheckOutOrder',
    'CompleteCampaign',
    'ConfirmOffer',
    'DepositFunds',
    'GrantCredits',
    'PurchaseCredits',
    'ResolveDispute',
    'StartCampaign',
    'UpdateCampaign',
    'WithdrawFunds',
  ]);
});

test('mutations never count as reads, and reads never as writes', () => {
  const isRead = ({ method }: { readonly method: string }) => method === 'get';
  for (const operation of operations) {
    if (operation.rate === 'read') expect(isRead(operation), operation.name).toBe(true);
    if (operation.rate === 'write' || operation.rate === 'money') expect(isRead(operation), operation.name).toBe(false);
  }
});
