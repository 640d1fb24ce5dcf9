import type { Child } from 'hono/jsx';

/** A value that nobody has told, and why. */
export const Unknown = ({ why }: { readonly why?: string | undefined }) => (
  <>
    <span class="quiet">not known</span>
    {why !== undefined && <span class="why">{why}</span>}
  </>
);

interface ValueProps {
  readonly value: number | null;
  readonly show: (value: number) => Child;
  readonly why?: string | undefined;
}

/** A value, or the words for an unknown one. */
export const Value = ({ value, show, why }: ValueProps) => (value === null ? <Unknown why={why} /> : show(value));
