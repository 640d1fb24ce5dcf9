export interface Watch {
  /** Rejects once nothing has come for so long, twice that at most. */
  readonly silence: Promise<never>;
  /** Something has come. */
  heard(): void;
  end(): void;
}

/** Looks every so many milliseconds whether something has come since: one timer at a time, however many pieces come. */
export function watchSilence(ms: number): Watch {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  // Whoever waits for nothing at that moment need not hear of it.
  silence.catch(() => undefined);
  let isHeard = false;
  let isOver = false;
  const wait = (): void => {
    isHeard = false;
    AbortSignal.timeout(ms).addEventListener('abort', () => {
      if (isOver) return;
      if (isHeard) wait();
      else reject(new Error(`nothing has come for ${ms} ms`));
    });
  };
  wait();
  return {
    silence,
    heard() {
      isHeard = true;
    },
    end() {
      isOver = true;
    },
  };
}
