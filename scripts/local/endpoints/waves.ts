/**
 * Counts the round trips that follow one another. While it counts, requests are held until no other has arrived for a
 * while; then they are released together, as one wave. So requests that do not wait for each other are in one wave.
 */
export class Waves {
  #quietMs: number | null = null;
  #count = 0;
  #held: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** The number of waves since the count began. */
  get count(): number {
    return this.#count;
  }

  begin(quietMs: number): void {
    this.#quietMs = quietMs;
    this.#count = 0;
  }

  end(): void {
    this.#quietMs = null;
    this.#release();
  }

  /** Called with each request. It resolves when the request may be handled. */
  async arrive(): Promise<void> {
    const quietMs = this.#quietMs;
    if (quietMs === null) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#release(), quietMs);
    await new Promise<void>((resolve) => this.#held.push(resolve));
  }

  #release(): void {
    clearTimeout(this.#timer);
    if (this.#held.length > 0) this.#count += 1;
    for (const release of this.#held.splice(0)) release();
  }
}
