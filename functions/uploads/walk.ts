/**
 * The next input that a format needs: a number of bytes to read or to skip, the next marker of a JPEG, or the next end mark of a PDF. At the
 * end of the file there is no end mark: it is empty.
 */
export type Wanted = { readonly take: number } | { readonly skip: number } | 'marker' | 'end mark';

/** Why the bytes are no complete file of their format. */
export type WalkFault = 'CUT_OFF' | 'DAMAGED' | 'TOO_COMPLEX';

/**
 * Parses a file by its format; returns null at the end that the format declares, whatever follows. The yielded bytes are valid until the next
 * yield.
 */
export type Format = Generator<Wanted, WalkFault | null, Uint8Array>;

/** A file while it is parsed. All positions are in bytes. */
export interface Walked {
  readonly size: number;
  /** The current position. */
  readonly at: number;
  /** The largest picture size that the file declares. */
  picture: PictureSize | null;
  /** Browsers turn the picture by a quarter: they show its width as its height. */
  isSideways: boolean;
  /** The edits of the served copy, in order and without overlap. */
  readonly edits: Edit[];
}

/** In pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Replaces a range of bytes. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly put: Uint8Array;
}

/** Records a picture size. Returns false when it is invalid. */
export function recordPicture(file: Walked, width: number, height: number): boolean {
  const { picture } = file;
  if (picture === null || width * height > picture.width * picture.height) file.picture = { width, height };
  return width > 0 && height > 0;
}

/** Removes a range of bytes, including earlier edits within it. */
export function cut(file: Walked, from: number, to: number, put: Uint8Array = nothing): void {
  const { edits } = file;
  while ((edits.at(-1)?.from ?? -1) >= from) edits.pop();
  const last = edits.at(-1);
  if (last?.to === from && put === nothing) edits[edits.length - 1] = { ...last, to };
  else if (to > from) edits.push({ from, to, put });
}

export interface Walk {
  /** Bytes after the end of the format, and after a fault, are not parsed. */
  push(chunk: Uint8Array): void;
  /** The fault that the bytes so far have. */
  fault(): WalkFault | null;
  /** Called after the last chunk: the fault of the whole file. */
  end(): WalkFault | null;
  /** The number of parsed elements: boxes, chunks, segments. */
  elements(): number;
  /** The findings about a complete file. */
  readonly findings: Pick<Walked, 'picture' | 'isSideways' | 'edits'>;
}

/**
 * The limit for elements, given the bytes passed: a crafted file can have an element every two bytes. Browser recordings have one per frame
 * and per piece of sound, so the limit grows with the length.
 */
export const maxElements = (passedBytes: number): number => 10_000 + passedBytes / 256;

/** Feeds a format with a file in chunks of any size. It buffers at most one `take`. */
export const walkThrough = (formatOf: (file: Walked) => Format, size: number): Walk => new ChunkedWalk(formatOf, size);

class ChunkedWalk implements Walk {
  readonly findings: { -readonly [Name in keyof Walked]: Walked[Name] };
  readonly #format: Format;
  #step: IteratorResult<Wanted, WalkFault | null>;
  #held = new Uint8Array(0);
  /** Bytes of `#held` that are filled, or bytes already skipped; of a marker or an end mark, the bytes that were found. */
  #got = 0;
  #elements = 0;
  #fault: WalkFault | null = null;

  constructor(formatOf: (file: Walked) => Format, size: number) {
    this.findings = { size, at: 0, picture: null, isSideways: false, edits: [] };
    this.#format = formatOf(this.findings);
    this.#step = this.#format.next();
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    // A request for zero bytes needs no data.
    while (!this.#step.done && this.#fault === null && (from < chunk.length || isNothing(this.#step.value)))
      from += this.#feed(chunk, from, this.#step.value);
  }

  fault(): WalkFault | null {
    return this.#fault ?? (this.#step.done ? this.#step.value : null);
  }

  end(): WalkFault | null {
    return this.#step.done || this.#fault !== null ? this.fault() : 'CUT_OFF';
  }

  elements(): number {
    return this.#elements;
  }

  /** Feeds the current request from the chunk and returns the number of used bytes. */
  #feed(chunk: Uint8Array, from: number, want: Wanted): number {
    if (want === 'marker') return this.#feedMarker(chunk, from);
    if (want === 'end mark') return this.#feedEndMark(chunk, from);
    return 'skip' in want ? this.#feedSkip(chunk.length - from, want.skip) : this.#feedTake(chunk, from, want.take);
  }

  #feedSkip(available: number, wanted: number): number {
    // The file ends before that.
    if (this.#got === 0 && wanted > this.findings.size - this.findings.at) this.#fault = 'CUT_OFF';
    const passed = Math.min(available, wanted - this.#got);
    this.#got += passed;
    this.findings.at += passed;
    if (this.#got === wanted) {
      this.#count();
      this.#go(nothing);
    }
    return passed;
  }

  #feedTake(chunk: Uint8Array, from: number, wanted: number): number {
    const part = chunk.subarray(from, from + wanted - this.#got);
    this.findings.at += part.length;
    if (part.length === wanted) this.#go(part);
    else {
      if (this.#got === 0) this.#held = new Uint8Array(wanted);
      this.#held.set(part, this.#got);
      this.#got += part.length;
      if (this.#got === wanted) this.#go(this.#held);
    }
    return part.length;
  }

  /** 0xff and a code. 0xff 0x00 and restart markers belong to the picture, and 0xff may be repeated (ITU T.81, B.1.1). */
  #feedMarker(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      const isCode = this.#got === 1 && byte !== 0xff && byte !== 0 && (byte < 0xd0 || byte > 0xd7);
      this.#got = byte === 0xff ? 1 : 0;
      if (!isCode) continue;
      this.findings.at += at + 1 - from;
      this.#count();
      this.#go(Uint8Array.of(byte));
      return at + 1 - from;
    }
    this.findings.at += chunk.length - from;
    return chunk.length - from;
  }

  /** The end mark "%%EOF". */
  #feedEndMark(chunk: Uint8Array, from: number): number {
    const { findings } = this;
    let at = from;
    while (at < chunk.length && this.#got < endMark.length) {
      if (this.#got === 0) {
        const next = chunk.indexOf(percent, at);
        at = next < 0 ? chunk.length : next;
      }
      if (at === chunk.length) break;
      const byte = chunk[at];
      at += 1;
      if (byte === endMark[this.#got]) this.#got += 1;
      // A third percent sign may begin the mark with the second.
      else if (byte !== percent) this.#got = 0;
      else this.#got = this.#got === 2 ? 2 : 1;
    }
    findings.at += at - from;
    const isFound = this.#got === endMark.length;
    if (isFound) this.#count();
    if (isFound || findings.at === findings.size) this.#go(isFound ? endMark : nothing);
    return at - from;
  }

  #go(bytes: Uint8Array): void {
    this.#got = 0;
    this.#step = this.#format.next(bytes);
  }

  #count(): void {
    this.#elements += 1;
    if (this.#elements > maxElements(this.findings.at)) this.#fault ??= 'TOO_COMPLEX';
  }
}

const nothing = new Uint8Array(0);
const percent = 0x25;
const endMark = Uint8Array.of(percent, percent, 0x45, 0x4f, 0x46);

const isNothing = (want: Wanted): boolean =>
  typeof want === 'object' && ('skip' in want ? want.skip === 0 : want.take === 0);
