import { afterAll, expect, test } from 'vitest';
import { basisPoints, centsToUsdt, packageBase } from '../../../schema/shared/money.ts';
import { fc, fuzzSeed } from '../../support/fast-check.ts';
import { depth } from '../../support/stack/depth.ts';
import { openPool } from '../../support/stack/pool.ts';
import { shared } from '../../support/stack/shared.ts';

const pool = openPool(shared.adminDatabaseUrl);
afterAll(() => pool.end());

const sampled = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.sample(arbitrary, { numRuns: depth(2_000, 50_000), seed: fuzzSeed });
const orEnd = (min: bigint, max: bigint) => fc.oneof(fc.bigInt({ min, max }), fc.constantFrom(min, max));

/** One query for all samples: the results of a SQL function of an amount, in their order. */
async function bySql(expression: string, rows: readonly (readonly unknown[])[]): Promise<bigint[]> {
  const { rows: found } = await pool.query<{ result: string }>(
    `select ${expression}::text as result from jsonb_array_elements($1::jsonb) with ordinality as sample(v, n) order by n`,
    [JSON.stringify(rows.map((row) => row.map(String)))],
  );
  return found.map(({ result }) => BigInt(result));
}

const priceCents = orEnd(1n, 99_999_999_999n);
const options = fc.tuple(fc.constantFrom(1, 5, 10), fc.integer({ min: 0, max: 9_000 }));

test('the catalog and a quote compute the same price of every package', async () => {
  const packages = sampled(fc.tuple(priceCents, options)).map(
    ([cents, [quantity, discountBps]]) => [centsToUsdt(cents), quantity, discountBps] as const,
  );
  const found = await bySql('package_base((v->>0)::bigint, (v->>1)::int, (v->>2)::int)', packages);
  expect(found).toEqual(packages.map((one) => packageBase(...one)));
});

test('the ledger and a quote round every share equally', async () => {
  const shares = sampled(fc.tuple(orEnd(0n, 10n ** 18n), fc.integer({ min: 0, max: 10_000 })));
  const found = await bySql('basis_points((v->>0)::bigint, (v->>1)::int)', shares);
  expect(found).toEqual(shares.map((share) => basisPoints(...share)));
});
