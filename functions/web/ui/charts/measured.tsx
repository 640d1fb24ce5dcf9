import { Day } from '../day.tsx';
import { Time } from '../time.tsx';

interface Props {
  /** Null: there is no measurement. */
  readonly at: string | null;
  /** The value has several measurements, and this is the time of the oldest one. */
  readonly isOldest?: boolean;
  /** In a cell of a table: the day alone. */
  readonly isInCell?: boolean;
}

/** When a value was measured, below the value. */
export const Measured = ({ at, isOldest = false, isInCell = false }: Props) =>
  at === null ? null : (
    <span class="why">
      {isOldest ? 'Oldest measurement: ' : 'Measured '}
      {isInCell ? <Day at={at} /> : <Time at={at} />}
    </span>
  );
