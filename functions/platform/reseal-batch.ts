import { bytesOfHex, hexOf } from '../../db/hex.ts';
import type { Job } from '../../schema/shared/jobs.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { log } from '../log.ts';
import { type Box, reseal, type Sealing, SecretLost } from './sealing.ts';

const batch = 100;

/** A row with a secret, and perhaps another one that may be lost without harm. The secrets are in hexadecimal. */
export interface SealedRow {
  readonly id: number;
  readonly sealed: string;
  readonly other: string | null;
}

/** The secrets of a row under the current SEALING_SECRET. `was` is the former `sealed`. */
export interface ResealedRow extends SealedRow {
  readonly was: string;
}

/** A kind of rows that hold secrets. */
export interface SealedRows<Row extends SealedRow> {
  readonly of: Extract<Job, { kind: 'reseal-secrets' }>['of'];
  /** The event of the log. */
  readonly event: string;
  /** Rows in the order of their ids, from the one after `afterId`. */
  read(afterId: number, limit: number): Promise<readonly Row[]>;
  boxesOf(row: Row): { readonly sealed: Box; readonly other: Box };
  /** Stores the secrets of rows that have not changed meanwhile. */
  store(rows: readonly ResealedRow[]): Promise<void>;
}

/**
 * Seals the secrets of a batch of rows under the current SEALING_SECRET and queues the next batch, while there is a previous SEALING_SECRET.
 * Requests do not reseal the secrets that they use, because isolates of the previous deployment know only the previous SEALING_SECRET.
 */
export async function resealBatch<Row extends SealedRow>(
  { settings, enqueue }: Pick<JobCtx<Sealing>, 'settings' | 'enqueue'>,
  rows: SealedRows<Row>,
  afterId: number,
): Promise<JobResult> {
  if (settings.SEALING_SECRET_PREVIOUS === undefined) return { done: 0, isMore: false };
  const found = await rows.read(afterId, batch);
  const resealed = await Promise.all(found.map((row) => resealRow(row, rows.boxesOf(row), settings)));
  const changed = resealed.filter((row) => row !== 'kept' && row !== 'lost');
  if (changed.length > 0) await rows.store(changed);
  const lost = resealed.filter((row) => row === 'lost').length;
  const last = found.length === batch ? found.at(-1) : undefined;
  log(lost > 0 ? 'warn' : 'info', rows.event, { resealed: changed.length, lost, isLastBatch: last === undefined });
  if (last) await enqueue([{ kind: 'reseal-secrets', of: rows.of, afterId: last.id }]);
  return { done: changed.length, isMore: false };
}

async function resealRow(
  { id, sealed: was, other }: SealedRow,
  boxes: { readonly sealed: Box; readonly other: Box },
  settings: Sealing,
): Promise<ResealedRow | 'kept' | 'lost'> {
  const resealed = async (hex: string, box: Box): Promise<string | null> => {
    const bytes = await reseal(bytesOfHex(hex), box, settings);
    return bytes && hexOf(bytes);
  };
  try {
    const sealed = await resealed(was, boxes.sealed);
    const another = other === null ? null : await resealed(other, boxes.other).catch(ignoreLost);
    return sealed === null && another === null ? 'kept' : { id, was, sealed: sealed ?? was, other: another };
  } catch (error) {
    ignoreLost(error);
    return 'lost';
  }
}

function ignoreLost(error: unknown): null {
  if (error instanceof SecretLost) return null;
  throw error;
}
