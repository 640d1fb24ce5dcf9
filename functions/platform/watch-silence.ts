export interface Watch {
  /** Rejects when no data has arrived for `ms`, after at most twice that time. */
  readonly silence: Promise<never>;
  /** Reports that data has arrived. */
  heard(): void;
  /** No data is expected until `resume`. */
  pause(): void;
  resume(): void;
  end(): void;
}

/** Checks at an interval of `ms` whether data has arrived. It uses one timer however often data arrives. */
export function watchSilence(ms: number): Watch {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  // Prevents an unhandled rejection when nobody awaits it.
  silence.catch(() => undefined);
  let isHeard = false;
  let isPaused = false;
  let isOver = false;
  let fail: (error: Error) => void = reject;
  const wait = (): void => {
    isHeard = false;
    AbortSignal.timeout(ms).addEventListener('abort', () => {
      if (isOver) return;
      if (isHeard || isPaused) wait();
      else fail(new Error(`nothing has come for ${ms} ms`));
    });
  };
  wait();
  return {
    silence,
    heard() {
      isHeard = true;
    },
    pause() {
      isPaused = true;
    },
    resume() {
      [isPaused, isHeard] = [false, true];
    },
    end() {
      isOver = true;
      // The timeout lives on, and must not keep what has raced with the silence, such as a buffer.
      fail = () => undefined;
    },
  };
}

/** A hanging stream is detected after at most twice this time, within the 10 seconds for an answer. */
export const silenceMs = 4_500;
