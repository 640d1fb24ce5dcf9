/** A transition in a diagram. Its label is one line without colons and semicolons, because mermaid parses both. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

export interface Diagram {
  /** The initial states. */
  readonly begins: readonly Omit<Arrow, 'from'>[];
  readonly arrows: readonly Arrow[];
  /** The final states. */
  readonly ends: readonly string[];
}

/** A mermaid state diagram with one arrow for all transitions between the same two states. */
export function stateDiagram({ begins, arrows, ends }: Diagram): string {
  const all = [
    ...begins.map((begin) => ({ from: '[*]', ...begin })),
    ...arrows,
    ...ends.map((end) => ({ from: end, to: '[*]', label: '' })),
  ];
  const drawn = new Map<string, string[]>();
  for (const { from, to, label } of all) {
    const arrow = `${from} --> ${to}`;
    drawn.set(arrow, [...(drawn.get(arrow) ?? []), ...(label === '' ? [] : [label])]);
  }
  const lines = [...drawn].map(([arrow, labels]) =>
    labels.length === 0 ? `  ${arrow}` : `  ${arrow} : ${labels.join('<br/>')}`,
  );
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}

/** The states of a table without transitions. */
export const endsOf = (life: Readonly<Record<string, object>>): string[] =>
  Object.entries(life).flatMap(([state, moves]) => (Object.keys(moves).length === 0 ? [state] : []));

/** The arrows of a table. An action leads to one state, or to one of several. */
export const arrowsOf = (
  life: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>,
  labelOf: (action: string, to: string) => string,
): Arrow[] =>
  Object.entries(life).flatMap(([from, moves]) =>
    Object.entries(moves).flatMap(([action, to]) =>
      (typeof to === 'string' ? [to] : to).map((one) => ({ from, to: one, label: labelOf(action, one) })),
    ),
  );

/** The label of an action: its words, or its name and who takes it. */
export const by =
  (who: string, words: Readonly<Record<string, string>> = {}) =>
  (action: string): string =>
    words[action] ?? `${action} (${who})`;
