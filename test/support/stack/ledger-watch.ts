import type { Pool } from 'pg';
import { expect } from 'vitest';
import { checkLedgerSince, fromStart } from '../../../scripts/check-ledger.ts';

/** Checks the ledger after tests that transfer money. */
export function ledgerWatch(pool: Pool) {
  let isWatched = false;
  let soundUpTo = fromStart;
  /**
   * Call it after every test that transfers money. It checks the changes since its last call, and everything at the
   * first.
   */
  async function expectSoundLedger(): Promise<void> {
    isWatched = true;
    const { breaches, upTo } = await checkLedgerSince(pool, soundUpTo);
    expect(breaches).toEqual([]);
    soundUpTo = upTo;
  }

  /** Checks the whole ledger once more if it was checked before. */
  async function close(): Promise<void> {
    soundUpTo = fromStart;
    try {
      if (isWatched) await expectSoundLedger();
    } finally {
      await pool.end();
    }
  }

  return { expectSoundLedger, close };
}
