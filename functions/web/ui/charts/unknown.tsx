import type { Child } from 'hono/jsx';

/** An unknown value with its reason. */
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

/** A value, or a text if it is unknown. */
export const Value = ({ value, show, why }: ValueProps) => (value === null ? <Unknown why={why} /> : show(value));
