import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the parts of the stack go by: the machine's clock and so much, or the instant at which the clock is held. */
export interface StackTime {
  /** Grows with each change: a later one wins, whichever arrives first. */
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
   * The offset is kept in the data folder, so that a restart does not put rows that are there into the future; without a
   * folder nothing is kept. It is `firstMs` where none has been kept yet. `prepare` is awaited before each move; where it fails,
   * the clock stays as it is.
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

  /** How far it is ahead of the machine's clock; below zero while a history is being made. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  get time(): StackTime {
    return { change: this.#change, aheadMs: this.#aheadMs, heldAt: this.#heldAt };
  }

  now(): Date {
    return new Date(this.#heldAt ?? Date.now() + this.#aheadMs);
  }

  /** Resolves when every listener has been called. Throws RangeError for a time in the past. */
  move = (to: Date): Promise<void> =>
    this.#inTurn(() => this.#set(this.#aheadMs + to.getTime() - this.now().getTime()));

  /** Moves it on by so many milliseconds. */
  moveOn = (ms: number): Promise<void> => this.#inTurn(() => this.#set(this.#aheadMs + ms));

  /** Holds it where it is, or lets it run; the machine's time that passed meanwhile has then passed for the stack too. */
  hold = (isHeld: boolean): Promise<void> =>
    this.#inTurn(async () => {
      this.#heldAt = isHeld ? this.now().getTime() : null;
      await this.#tell();
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
    await this.#tell();
  }

  async #tell(): Promise<void> {
    this.#change += 1;
    for (const listener of this.#listeners) await listener();
  }

  /** At once and whole: half a file would turn the time back. */
  #keep(aheadMs: number): void {
    if (this.#file === null) return;
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.new`, `${JSON.stringify({ aheadMs })}\n`);
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** Calls the listener after each move and each time it is held or runs again, in the order of registration. Returns a function that ends that. */
  onMove(listener: () => unknown): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

// Far enough for any window, and near enough for every type that holds a time.
const latest = Date.UTC(2100, 0);

function keptIn(file: string): number | null {
  try {
    const { aheadMs }: { aheadMs?: unknown } = JSON.parse(readFileSync(file, 'utf8'));
    return typeof aheadMs === 'number' && Number.isFinite(aheadMs) ? aheadMs : null;
  } catch {
    return null;
  }
}
