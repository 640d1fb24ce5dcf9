export interface Stoppable {
  stop(): Promise<void>;
}

/** What has been started so far, to be stopped together, the last first. */
export class Running implements Stoppable {
  readonly #parts: Stoppable[] = [];

  /** Keeps the part and gives it back. */
  keep<Part extends Stoppable>(part: Part): Part {
    this.#parts.push(part);
    return part;
  }

  async stop(): Promise<void> {
    for (const part of this.#parts.splice(0).reverse()) await part.stop();
  }
}

/** Starts parts one after the other; when one fails, those before it are stopped. */
export async function startAll<T>(start: (running: Running) => Promise<T>): Promise<T> {
  const running = new Running();
  try {
    return await start(running);
  } catch (error) {
    await running.stop();
    throw error;
  }
}
