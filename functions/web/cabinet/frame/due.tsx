import { Day } from '../../ui/day.tsx';

/** The heading of `Due`. */
export const dueColumn = 'Due';

/** The day until which all results must be delivered: the first one where several dates belong to a row. */
export const Due = ({ dates }: { readonly dates: readonly string[] }) => {
  const [first, ...later] = [...new Set(dates)].toSorted();
  return first === undefined ? (
    <span class="quiet">– nothing ordered yet</span>
  ) : (
    <span>
      <Day at={first} />
      {later.length > 0 && <span class="under">and {later.length} later</span>}
    </span>
  );
};
