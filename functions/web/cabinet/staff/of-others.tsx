import type { Child } from 'hono/jsx';
import type { View } from '../page.ts';

interface Props {
  /** The user ids of the owners of the object. */
  readonly owners: readonly number[];
  readonly view: View;
  readonly children: Child;
}

/** Actions on an object of others. The API refuses staff each action on an own object, so that the page offers none. */
export const OfOthers = ({ owners, view, children }: Props) =>
  owners.includes(view.user.userId) ? (
    <p class="quiet">This is yours. Another member of staff decides about it.</p>
  ) : (
    <>{children}</>
  );
