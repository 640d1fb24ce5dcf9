import type pg from 'pg';

/** What Postgres says about a statement. */
export interface Description {
  /** The types of `$1`, `$2` and so on, as SQL names. */
  readonly parameters: readonly string[];
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Parses the statement without running it. */
export async function describe(client: pg.Client, text: string): Promise<Description> {
  const { parameters, columns } = await new Promise<Described>((resolve, reject) => {
    client.query(new Describing(text, resolve, reject));
  });
  const oids = [...parameters, ...columns.map(({ dataTypeID }) => dataTypeID)];
  const { rows } = await client.query<{ type: string }>(
    'select format_type(oid, null) as type from unnest($1::oid[]) with ordinality as given(oid, n) order by n',
    [oids],
  );
  const types = rows.map(({ type }) => type);
  return {
    parameters: types.slice(0, parameters.length),
    columns: columns.map(({ name }, index) => ({ name, type: types[parameters.length + index] ?? '' })),
  };
}

interface Described {
  parameters: number[];
  columns: { name: string; dataTypeID: number }[];
}

class Describing implements pg.Submittable {
  readonly #text: string;
  readonly #resolve: (described: Described) => void;
  readonly #reject: (error: Error) => void;
  readonly #described: Described = { parameters: [], columns: [] };

  constructor(text: string, resolve: (described: Described) => void, reject: (e: Error) => void) {
    this.#text = text;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    connection.once('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.#described.parameters = dataTypeIDs;
    });
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: Described['columns'] }): void {
    this.#described.columns = fields;
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#described);
  }

  handleError(error: Error): void {
    this.#reject(new Error(`${error.message}: ${this.#text}`));
  }

  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
  handlePortalSuspended(): void {}
}
