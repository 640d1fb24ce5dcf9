import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The time that the local stack goes by: that of the machine, and as far ahead of it as it was moved. Milliseconds. */
export class LocalClock {
  readonly #file: string;
  readonly #listeners = new Set<() => unknown>();
  #aheadMs: number;
  #moved: Promise<unknown> = Promise.resolve();

  /** The clock of a data folder. It is kept there: rows from a time that it was moved to must not lie in the future after a restart. */
  constructor(dataDir: string) {
    this.#file = path.join(dataDir, 'clock.json');
    this.#aheadMs = keptIn(this.#file);
  }

  /** How far it is ahead of the machine's clock. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  /** Ends when everything that goes by the clock has been told. Throws RangeError for a time that is past. */
  move(to: Date): Promise<void> {
    const moved = this.#moved.then(() => this.#move(to));
    this.#moved = moved.catch(() => undefined);
    return moved;
  }

  async #move(to: Date): Promise<void> {
    const aheadMs = to.getTime() - Date.now();
    if (!(aheadMs >= this.#aheadMs))
      throw new RangeError(`the clock moves forward only, and it is ${this.now().toISOString()}`);
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
