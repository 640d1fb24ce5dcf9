/** What a format asks for next: so many bytes, so many to pass over, or the next marker of a JPEG. */
export type Want = { readonly take: number } | { readonly skip: number } | 'marker';

/** Reads a file as its format lays it out; true when it has reached the end that the format announces. */
export type Format = Generator<Want, boolean, Uint8Array>;

export interface Walk {
  push(chunk: Uint8Array): void;
  /** Once all was pushed: whether the format has found its end. */
  isWhole(): boolean;
}

/** Feeds a format with a file that comes in chunks of any size; holds no more of it than one `take`. */
export function walkThrough(format: Format): Walk {
  let step = format.next();
  let taken: number[] = [];
  let skipped = 0;

  const go = (bytes: number[]): void => {
    taken = [];
    skipped = 0;
    step = format.next(Uint8Array.from(bytes));
  };

  /** Gives the present wish what it can have of the chunk; how many bytes that were. */
  function feed(chunk: Uint8Array, want: Want): number {
    if (want === 'marker') return feedMarker(chunk);
    if ('skip' in want) {
      const passed = Math.min(chunk.length, want.skip - skipped);
      skipped += passed;
      if (skipped === want.skip) go([]);
      return passed;
    }
    const got = chunk.subarray(0, want.take - taken.length);
    taken.push(...got);
    if (taken.length === want.take) go(taken);
    return got.length;
  }

  /** 0xff and a code; 0xff 0x00 and restarts are part of the picture, and 0xff may be repeated (ITU T.81, B.1.1). */
  function feedMarker(chunk: Uint8Array): number {
    if (taken.length === 0) {
      const at = chunk.indexOf(0xff);
      if (at === -1) return chunk.length;
      taken = [0xff];
      return at + 1;
    }
    const code = chunk[0] ?? 0;
    if (code === 0 || (code >= 0xd0 && code <= 0xd7)) taken = [];
    else if (code !== 0xff) go([code]);
    return 1;
  }

  return {
    push(chunk) {
      let rest = chunk;
      // A wish for nothing is granted without a byte.
      while (!step.done && (rest.length > 0 || isNothing(step.value))) rest = rest.subarray(feed(rest, step.value));
    },
    isWhole: () => step.done === true && step.value,
  };
}

const isNothing = (want: Want): boolean => want !== 'marker' && ('skip' in want ? want.skip === 0 : want.take === 0);
