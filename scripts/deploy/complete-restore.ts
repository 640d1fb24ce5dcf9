import pg from 'pg';
import { checkLedger } from '../check-ledger.ts';
import { runAsCommand } from '../local/process/command.ts';
import { SetupProblem } from '../local/process/setup-problem.ts';
import { ownerDatabaseUrl } from '../local/running-stack.ts';

/** More ids than the lost time can have used, and few compared with the range of a bigint. */
const skippedIds = 1_000_000;

/**
 * Prepares a restored database for its first request. Caches contain answers of the lost time: the new epoch hides
 * them. Tokens, emails and webhooks contain ids of the lost time: no id is used again. Returns the number of sequences
 * that it advanced.
 */
export async function completeRestore(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select catalog_renew_epoch()');
    const { rowCount } = await client.query(
      `select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 1) + $1)
       from pg_sequences where schemaname = 'public'`,
      [skippedIds],
    );
    await client.query('commit');
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** `npm run complete-restore`: the step after a restore. It can be repeated. */
await runAsCommand(import.meta.url, async () => {
  const databaseUrl = ownerDatabaseUrl();
  const sequences = await completeRestore(databaseUrl);
  console.log(`The caches have a new epoch. ${sequences} sequences advanced by ${skippedIds} ids.`);
  const breaches = await checkLedger(databaseUrl);
  if (breaches.length > 0)
    throw new SetupProblem(
      `The ledger violates these invariants: ${breaches.map(({ invariant }) => invariant).join('; ')}.`,
    );
  console.log('All ledger invariants hold.');
});
