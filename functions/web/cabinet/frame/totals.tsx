import type { Child } from 'hono/jsx';

type Line = readonly [name: Child, value: Child];

interface Props {
  readonly lines: readonly Line[];
  /** The line below them, set apart. */
  readonly sum?: Line;
  /** At the right of a table. */
  readonly isBeside?: boolean;
}

/** Amounts with their names, one under the other. */
export const Totals = ({ lines, sum, isBeside = false }: Props) => (
  <dl class={isBeside ? 'totals quote-totals' : 'totals'}>
    {lines.map(([name, value]) => (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
    {sum !== undefined && (
      <div class="sum">
        <dt>{sum[0]}</dt>
        <dd>{sum[1]}</dd>
      </div>
    )}
  </dl>
);
