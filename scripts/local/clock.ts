import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The time of all parts of the stack: the machine's clock plus an offset, or the instant at which the clock is held.
 */
export interface StackTime {
  /** Increases with each change: the highest wins, whatever the order of arrival. */
  readonly change: number;
  readonly aheadMs: number;
  readonly heldAt: number | null;
}

/**
 * The time of the local stack: that of the machine, plus an offset in milliseconds. A demo market begins in the past. While
 * the clock is held, only moves change it.
 */
export class LocalClock {
  readonly #file: string | null;
  readonly #listeners = new Set<() => unknown>();
  readonly #prepare: (aheadMs: number) => Promise<unknown>;
  #aheadMs: number;
  #heldAt: number | null = null;
  #change = 0;
  #moved: Promise<unknown> = Promise.resolve();

  /**
   * The data folder stores the offset, so that existing rows are not in the future after a restart; without a folder
   * nothing is stored. A new folder begins with `firstMs`. Each move awaits `prepare`; when that fails, the clock does
   * not change.
   */
  constructor(
    dataDir: string | null,
    prepare: (aheadMs: number) => Promise<unknown> = async () => undefined,
    firstMs = 0,
  ) {
    this.#file = dataDir && path.join(dataDir, 'clock.json');
    this.#aheadMs = (this.#file === null ? null : keptIn(this.#file)) ?? firstMs;
    this.#prepare = prepare;
    if (this.#aheadMs !== 0) this.#keep(this.#aheadMs);
  }

  /** The offset from the machine's clock; negative while a history is created. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  get time(): StackTime {
    return { change: this.#change, aheadMs: this.#aheadMs, heldAt: this.#heldAt };
  }

  now(): Date {
    return new Date(this.#heldAt ?? Date.now() + this.#aheadMs);
  }

  /** Resolves after every listener was called. Throws RangeError for a time in the past. */
  move = (to: Date): Promise<void> =>
    this.#inTurn(() => this.#set(this.#aheadMs + to.getTime() - this.now().getTime()));

  /** Moves the clock forward by this number of milliseconds. */
  moveOn = (ms: number): Promise<void> => this.#inTurn(() => this.#set(this.#aheadMs + ms));

  /** Holds the clock, or releases it; the stack then skips the machine's time that passed meanwhile. */
  hold = (isHeld: boolean): Promise<void> =>
    this.#inTurn(async () => {
      this.#heldAt = isHeld ? this.now().getTime() : null;
      await this.#notify();
    });

  /** Goes back to the machine's clock, for a stack without data. */
  restart = (): Promise<void> =>
    this.#inTurn(async () => {
      this.#aheadMs = 0;
      this.#heldAt = null;
      await this.#notify();
    });

  #inTurn(act: () => Promise<void>): Promise<void> {
    const moved = this.#moved.then(act);
    this.#moved = moved.catch(() => undefined);
    return moved;
  }

  async #set(aheadMs: number): Promise<void> {
    if (!(aheadMs >= this.#aheadMs))
      throw new RangeError(`The clock only moves forward. It is now ${this.now().toISOString()}.`);
    if (Date.now() + aheadMs >= latest) throw new RangeError('The clock moves up to the year 2100.');
    await this.#prepare(aheadMs);
    if (this.#heldAt !== null) this.#heldAt += aheadMs - this.#aheadMs;
    this.#aheadMs = aheadMs;
    this.#keep(aheadMs);
    await this.#notify();
  }

  async #notify(): Promise<void> {
    this.#change += 1;
    for (const listener of this.#listeners) await listener();
  }

  /** Writes atomically: a partial file would turn the time back. */
  #keep(aheadMs: number): void {
    if (this.#file === null) return;
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.new`, `${JSON.stringify({ aheadMs })}\n`);
    renameSync(`${this.#file}.new`, this.#file);
  }

  /**
   * Calls the listener after each move, hold and release, in the order of registration. Returns a function that removes
   * it.
   */
  onMove(listener: () => unknown): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

// Late enough for any window, and within the range of every time type.
const latest = Date.UTC(2100, 0);

function keptIn(file: string): number | null {
  try {
    const { aheadMs }: { aheadMs?: unknown } = JSON.parse(readFileSync(file, 'utf8'));
    return typeof aheadMs === 'number' && Number.isFinite(aheadMs) ? aheadMs : null;
  } catch {
    return null;
  }
}
