import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The time that the local stack goes by: that of the machine, and as far ahead of it as it was moved. Milliseconds. */
export class LocalClock {
  readonly #file: string;
  readonly #listeners = new Set<() => unknown>();
  readonly #prepare: (aheadMs: number) => Promise<unknown>;
  #aheadMs: number;
  #moved: Promise<unknown> = Promise.resolve();

  /**
   * The clock of a data folder. It is kept there: rows from a time that it was moved to must not lie in the future after a
   * restart. `prepare` is awaited before each move; where it fails, the clock stays as it is.
   */
  constructor(dataDir: string, prepare: (aheadMs: number) => Promise<unknown> = async () => undefined) {
    this.#file = path.join(dataDir, 'clock.json');
    this.#aheadMs = keptIn(this.#file);
    this.#prepare = prepare;
  }

  /** How far it is ahead of the machine's clock. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  /** Ends when everything that goes by the clock knows. Throws RangeError for a time that is past. */
  move = (to: Date): Promise<void> => this.#inTurn(() => to.getTime() - Date.now());

  /** Moves it on by so many milliseconds. */
  moveOn = (ms: number): Promise<void> => this.#inTurn(() => this.#aheadMs + ms);

  #inTurn(aheadMs: () => number): Promise<void> {
    const moved = this.#moved.then(() => this.#set(aheadMs()));
    this.#moved = moved.catch(() => undefined);
    return moved;
  }

  async #set(aheadMs: number): Promise<void> {
    if (!(aheadMs >= this.#aheadMs))
      throw new RangeError(`the clock moves forward only, and it is ${this.now().toISOString()}`);
    await this.#prepare(aheadMs);
    this.#aheadMs = aheadMs;
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `${JSON.stringify({ aheadMs })}\n`);
    for (const listener of this.#listeners) await listener();
  }

  /** Calls the listener after each move, in the order of the calls of this; the function that it returns ends that. */
  onMove(listener: () => unknown): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function keptIn(file: string): number {
  try {
    const { aheadMs }: { aheadMs?: unknown } = JSON.parse(readFileSync(file, 'utf8'));
    return typeof aheadMs === 'number' && aheadMs > 0 ? aheadMs : 0;
  } catch {
    return 0;
  }
}
