import type { Pool } from 'pg';
import { expect } from 'vitest';
import { checkLedgerSince, theBeginning } from '../../../scripts/check-ledger.ts';

/** Checks the ledger after the tests that move money. */
export function ledgerWatch(pool: Pool) {
  let isWatched = false;
  let soundUpTo = theBeginning;
  /** To be asked after every test that moves money: looks at what has changed since it was asked, the first time at all. */
  async function expectSoundLedger(): Promise<void> {
    isWatched = true;
    const { breaches, upTo } = await checkLedgerSince(pool, soundUpTo);
    expect(breaches).toEqual([]);
    soundUpTo = upTo;
  }

  /** A ledger that was asked about is looked at as a whole once more. */
  async function close(): Promise<void> {
    soundUpTo = theBeginning;
    try {
      if (isWatched) await expectSoundLedger();
    } finally {
      await pool.end();
    }
  }

  return { expectSoundLedger, close };
}
