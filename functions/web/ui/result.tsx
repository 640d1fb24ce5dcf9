import type { Child } from 'hono/jsx';

/** DONE: it has succeeded. PAUSED: the person can go on or try again. FAILED: something else must change first. */
export type Tone = 'DONE' | 'PAUSED' | 'FAILED';

export interface ResultProps {
  readonly tone: Tone;
  readonly heading: string;
  /** The platform that it is about. */
  readonly about?: string | undefined;
  readonly children: Child;
}

/** One message on a page of its own: a sign, what has happened, and what to do next. */
export const Result = ({ tone, heading, about, children }: ResultProps) => (
  <div class="card result">
    <div class="result-top">
      <Sign tone={tone} />
      {about !== undefined && <span class="tag">{about}</span>}
    </div>
    <h1>{heading}</h1>
    {children}
  </div>
);

const paths: Readonly<Record<Tone, string>> = {
  DONE: 'M6.5 12.5l3.75 3.75 7.25-8',
  PAUSED: 'M12 11v6.5M12 7v.1',
  FAILED: 'M12 6.5v7M12 17v.1',
};

/** The text says the same. */
const Sign = ({ tone }: Pick<ResultProps, 'tone'>) => (
  <svg
    class={`sign ${tone.toLowerCase()}`}
    viewBox="0 0 24 24"
    width="44"
    height="44"
    aria-hidden="true"
    focusable="false"
  >
    <circle cx="12" cy="12" r="12" />
    <path d={paths[tone]} />
  </svg>
);
