import { exactly } from '../format.ts';
import { sparkOf } from './chart-shape.ts';

const sparkSize = { width: 96, height: 24 };

/** A tiny line from the first to the last known value, and both in words. */
export const Spark = ({ values }: { readonly values: readonly (number | null)[] }) => {
  const known = values.filter((value) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  const path = sparkOf(values, sparkSize.width, sparkSize.height);
  if (path === null || first === undefined || last === undefined) return <span class="quiet">not known</span>;
  return (
    <>
      <svg
        class="spark"
        {...sparkSize}
        viewBox={`-2 -2 ${sparkSize.width + 4} ${sparkSize.height + 4}`}
        aria-hidden="true"
        focusable="false"
      >
        <path class="line line-0" d={path} />
      </svg>
      <span class="unseen">
        from {exactly(first)} to {exactly(last)}
      </span>
    </>
  );
};
