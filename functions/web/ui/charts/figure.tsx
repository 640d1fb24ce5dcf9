import type { Child } from 'hono/jsx';

interface FiguredProps<T> {
  readonly value: T | null;
  readonly show: (value: T) => Child;
  /** Why the value is not known. */
  readonly why: Child;
}

/** A value; a dash and the reason if it is unknown. Never zero for an unknown value. */
export const Figured = <T,>({ value, show, why }: FiguredProps<T>) =>
  value === null ? (
    <span>
      –<span class="why">{why}</span>
    </span>
  ) : (
    <span>{show(value)}</span>
  );

interface FigureProps {
  readonly name: string;
  readonly value: Child;
  /** Coverage, and the time of the measurement. */
  readonly children?: Child;
}

/** One figure of a dashboard, in a list of `figures`. */
export const Figure = ({ name, value, children }: FigureProps) => (
  <div class="card figure-card">
    <dt>{name}</dt>
    <dd>
      {value}
      {children}
    </dd>
  </div>
);
