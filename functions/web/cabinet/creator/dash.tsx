import type { Child } from 'hono/jsx';

/** A value, or a dash with the reason why it is not known. */
export const Known = <T extends object | number | string>({
  value,
  show,
  why,
}: {
  readonly value: T | null;
  readonly show: (value: T) => Child;
  readonly why: string;
}) =>
  value === null ? (
    <>
      <span aria-hidden="true">–</span> <span class="why">{why}</span>
    </>
  ) : (
    show(value)
  );
