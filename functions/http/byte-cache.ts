/** An answer as it leaves: bytes, and what they are the answer of. */
export interface Stored {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly headers: Headers;
  /** The generation that the body was read in, or was last confirmed in. */
  readonly generation: string;
}

/** What an entry costs beyond its body: key, headers, generation and the map's own. */
const overheadBytes = 2_048;

/** Answers of this isolate, the least recently used ones leaving first. */
export class ByteCache {
  readonly #entries = new Map<string, Stored>();
  readonly #capacityBytes: number;
  #usedBytes = 0;

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes;
  }

  get(key: string): Stored | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A Map keeps the order of insertion: what was used goes to its end.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  set(key: string, entry: Stored): void {
    this.delete(key);
    const bytes = sizeOf(entry);
    if (bytes > this.#capacityBytes / 4) return;
    this.#entries.set(key, entry);
    this.#usedBytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#usedBytes <= this.#capacityBytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#usedBytes -= sizeOf(entry);
  }
}

const sizeOf = (entry: Stored) => entry.body.byteLength + overheadBytes;
