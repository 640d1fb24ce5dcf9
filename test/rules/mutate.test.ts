import { randomUUID } from 'node:crypto';
import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { expect, test } from 'vitest';
import { factsOf } from '../../db/query.ts';
import { render } from '../../db/statements.ts';
import type { Ctx } from '../../functions/context.ts';
import { mutate } from '../../functions/mutate.ts';

/** A request with a new key on a database without rows. */
function aRequest() {
  const committed: SQLWrapper[] = [];
  const ctx = {
    db: {
      read: async ({ decode }: { decode(row: object): unknown }) => [decode({ earlier: null })],
      transaction: async (statements: readonly SQLWrapper[]) => void committed.push(...statements),
    },
    actor: { userId: 1 },
    idempotency: { key: randomUUID(), fingerprint: 'f', status: 200, isRunningElsewhere: false },
    now: () => new Date('2026-03-01T12:00:00Z'),
  } as unknown as Ctx;
  return { ctx, stored: () => committed.flatMap((statement) => render(statement).params) };
}

const signed = { data: { url: 'https://files.example/?signature=secret' } };
const found = { facts: factsOf({}), visible: (seen: object) => seen };

test('the key of a mutation without replay stores its answer', async () => {
  const { ctx, stored } = aRequest();
  await mutate(ctx, { ...found, decide: () => ({ statements: [], answer: { data: 1 } }) });
  expect(stored()).toContain('{"data":1}');
});

test('the key of a mutation with replay stores only what the replay needs', async () => {
  const { ctx, stored } = aRequest();
  const replay = (_: { id: number }) => signed;
  const decide = () => ({ statements: [], answer: signed, kept: { id: 7 } });
  expect(await mutate(ctx, { ...found, replay, decide })).toEqual(signed);
  expect(stored()).toContain('{"id":7}');
});

test('a mutation with replay fails, and commits nothing, when it does not name what its key stores', async () => {
  const { ctx, stored } = aRequest();
  const replay = (_: { id: number }) => signed;
  const mutation = mutate(ctx, { ...found, replay, decide: () => ({ statements: [], answer: signed }) });
  await expect(mutation).rejects.toThrow('stores');
  expect(stored()).toEqual([]);
});
