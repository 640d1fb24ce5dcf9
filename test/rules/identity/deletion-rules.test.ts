import { expect, test } from 'vitest';
import { refuseDeletion } from '../../../functions/identity/account/deletion-rules.ts';
import { Refusal } from '../../../schema/shared/errors.ts';

const refusal = (...given: Parameters<typeof refuseDeletion>): Refusal | null => {
  try {
    refuseDeletion(...given);
    return null;
  } catch (error) {
    return error instanceof Refusal ? error : null;
  }
};

test('an account without obstacles is deleted', () => {
  expect(refusal(['ADVERTISER', 'CREATOR'], [])).toBeNull();
});

test('a member of staff is refused before any obstacle', () => {
  expect(refusal(['STAFF'], ['BALANCE'])?.code).toBe('ROLE_NOT_ALLOWED');
});

test('a refusal has the first obstacle as its status, and names all of them', () => {
  const refused = refusal([], ['RESERVE', 'OPEN_ASSIGNMENT']);
  expect(refused).toMatchObject({ code: 'INVALID_STATE', details: { status: 'RESERVE', allowedActions: [] } });
  expect(refused?.message).toMatch(/reserved money.*open work/);
});
