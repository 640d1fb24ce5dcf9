/** What a format asks for next: so many bytes, so many to pass over, or the next marker of a JPEG. */
export type Want = { readonly take: number } | { readonly skip: number } | 'marker';

/**
 * Reads a file as its format lays it out; true when it has reached the end that the format announces. The bytes that it is given
 * hold until its next want.
 */
export type Format = Generator<Want, boolean, Uint8Array>;

/** A file while a format reads it; all places are in bytes. */
export interface Walked {
  readonly size: number;
  /** How far the walk has come. */
  readonly at: number;
  /** The largest picture that it declares. */
  picture: PictureSize | null;
  /** What the copy that is served must not hold, in their order; none overlap. */
  readonly edits: Edit[];
}

/** In pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The bytes from one place to another are replaced by these. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly put: Uint8Array;
}

/** False where there is no such picture. */
export function notePicture(file: Walked, width: number, height: number): boolean {
  const { picture } = file;
  if (picture === null || width * height > picture.width * picture.height) file.picture = { width, height };
  return width > 0 && height > 0;
}

/** These bytes are cut, and whatever was cut among them. */
export function cut(file: Walked, from: number, to: number, put: Uint8Array = nothing): void {
  const { edits } = file;
  while ((edits.at(-1)?.from ?? -1) >= from) edits.pop();
  const last = edits.at(-1);
  if (last?.to === from && put === nothing) edits[edits.length - 1] = { ...last, to };
  else if (to > from) edits.push({ from, to, put });
}

export interface Walk {
  push(chunk: Uint8Array): void;
  /** Nothing that follows can make the file whole: the rest of it need not be read. */
  isRefused(): boolean;
  /** Once all was pushed: whether the format has found its end, and the file ends there. */
  isWhole(): boolean;
  /** How many elements of the format the walk has read: boxes, chunks, segments. */
  elements(): number;
  /** What the format noted of a whole file. */
  readonly noted: Pick<Walked, 'picture' | 'edits'>;
}

/**
 * How many elements may be read when so many bytes were passed: a crafted file has an element every two bytes. Recordings of a
 * browser have one for each frame and each piece of sound, so more are allowed the longer the file is.
 */
export const maxElements = (passedBytes: number): number => 10_000 + passedBytes / 256;

/** Feeds a format with a file that comes in chunks of any size; holds no more of it than one `take`. */
export function walkThrough(formatOf: (file: Walked) => Format, size: number): Walk {
  const file: { -readonly [Name in keyof Walked]: Walked[Name] } = { size, at: 0, picture: null, edits: [] };
  const format = formatOf(file);
  let step = format.next();
  let held = new Uint8Array(0);
  /** Of `held`, or of what is passed over; of a marker, whether its 0xff was seen. */
  let got = 0;
  let elements = 0;
  let isLost = false;

  const go = (bytes: Uint8Array): void => {
    got = 0;
    step = format.next(bytes);
  };

  const count = (): void => {
    elements += 1;
    isLost ||= elements > maxElements(file.at);
  };

  /** Gives the present want what it can have of the chunk; how many bytes those were. */
  function feed(chunk: Uint8Array, from: number, want: Want): number {
    if (want === 'marker') return feedMarker(chunk, from);
    return 'skip' in want ? feedSkip(chunk.length - from, want.skip) : feedTake(chunk, from, want.take);
  }

  function feedSkip(available: number, wanted: number): number {
    // It ends before that.
    if (got === 0 && wanted > size - file.at) isLost = true;
    const passed = Math.min(available, wanted - got);
    got += passed;
    file.at += passed;
    if (got === wanted) {
      count();
      go(nothing);
    }
    return passed;
  }

  function feedTake(chunk: Uint8Array, from: number, wanted: number): number {
    const part = chunk.subarray(from, from + wanted - got);
    file.at += part.length;
    if (part.length === wanted) go(part);
    else {
      if (got === 0) held = new Uint8Array(wanted);
      held.set(part, got);
      got += part.length;
      if (got === wanted) go(held);
    }
    return part.length;
  }

  /** 0xff and a code; 0xff 0x00 and restarts are part of the picture, and 0xff may be repeated (ITU T.81, B.1.1). */
  function feedMarker(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      const isCode = got === 1 && byte !== 0xff && byte !== 0 && (byte < 0xd0 || byte > 0xd7);
      got = byte === 0xff ? 1 : 0;
      if (!isCode) continue;
      file.at += at + 1 - from;
      count();
      go(Uint8Array.of(byte));
      return at + 1 - from;
    }
    file.at += chunk.length - from;
    return chunk.length - from;
  }

  const isRefused = (): boolean => isLost || (step.done === true && !step.value);

  return {
    push(chunk) {
      let from = 0;
      // A want for nothing is granted without a byte.
      while (!step.done && !isLost && (from < chunk.length || isNothing(step.value)))
        from += feed(chunk, from, step.value);
      if (from < chunk.length) isLost = true;
    },
    isRefused,
    isWhole: () => step.done === true && !isRefused(),
    elements: () => elements,
    noted: file,
  };
}

const nothing = new Uint8Array(0);

const isNothing = (want: Want): boolean => want !== 'marker' && ('skip' in want ? want.skip === 0 : want.take === 0);
