import { maxUserCount } from '../../../../schema/desk/users.ts';
import { exactly } from '../../ui/format.ts';

/** A count that may have stopped at the largest one. */
export const countOf = (count: number): string =>
  count >= maxUserCount ? `${exactly(maxUserCount)} or more` : exactly(count);
