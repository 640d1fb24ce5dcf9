export interface Stoppable {
  stop(): Promise<void>;
}

/** The parts started so far, which are stopped together, the last first. */
export class Running implements Stoppable {
  readonly #parts: Stoppable[] = [];

  /** Registers the part and returns it. */
  keep<Part extends Stoppable>(part: Part): Part {
    this.#parts.push(part);
    return part;
  }

  async stop(): Promise<void> {
    for (const part of this.#parts.splice(0).reverse()) await part.stop();
  }
}

/** Starts parts one after the other; when one fails, the earlier ones are stopped. */
export async function startAll<T>(start: (running: Running) => Promise<T>): Promise<T> {
  const running = new Running();
  try {
    return await start(running);
  } catch (error) {
    await running.stop();
    throw error;
  }
}
