import type pg from 'pg';
import { preparedOn, statementName } from './neon-prepared.ts';

export interface Statement {
  query: string;
  params?: unknown[];
}

/** How the endpoint sends statements to Postgres. `unnamed` costs Postgres what it costs behind Neon's HTTP proxy. */
export type Protocol = 'named' | 'unnamed';

/**
 * Runs the statements and returns each result as the JSON text of a Neon answer. `named` keeps a prepared statement for
 * each text and sends all statements in one round trip, with one Sync: after an error Postgres skips the rest. `unnamed`
 * parses and plans each statement again, and waits for its result before it sends the next one, as Neon's proxy does.
 */
export async function runStatements(
  client: pg.PoolClient,
  statements: readonly Statement[],
  protocol: Protocol,
): Promise<string[]> {
  if (protocol === 'named') return runPipeline(client, statements, statementName);
  const results: string[] = [];
  for (const statement of statements) results.push(...(await runPipeline(client, [statement], () => '')));
  return results;
}

type NameOf = (query: string) => string;

function runPipeline(client: pg.PoolClient, statements: readonly Statement[], nameOf: NameOf): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const pipeline = new Pipeline(client, statements, nameOf, resolve, reject);
    client.query(pipeline);
  });
}

interface Field {
  name: string;
  tableID: number;
  columnID: number;
  dataTypeID: number;
  dataTypeSize: number;
  dataTypeModifier: number;
  format: string;
}

// The interface of pg-cursor: pg's own Query would send a Sync, and parse every value, for each statement.
class Pipeline implements pg.Submittable {
  readonly #client: pg.PoolClient;
  readonly #statements: readonly Statement[];
  readonly #nameOf: NameOf;
  readonly #resolve: (results: string[]) => void;
  readonly #reject: (error: Error) => void;
  readonly #results: string[] = [];
  #rows: (string | null)[][] = [];
  #fields = '[]';

  constructor(
    client: pg.PoolClient,
    statements: readonly Statement[],
    nameOf: NameOf,
    resolve: (r: string[]) => void,
    reject: (e: Error) => void,
  ) {
    this.#client = client;
    this.#statements = statements;
    this.#nameOf = nameOf;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    const known = preparedOn(this.#client);
    const parsedHere = new Set<string>();
    connection.stream.cork();
    for (const { query, params = [] } of this.#statements) {
      const name = this.#nameOf(query);
      const prepared = known.get(query);
      if (prepared === undefined && !parsedHere.has(name)) {
        // A statement that failed before can exist anyway.
        if (name !== '') connection.close({ type: 'S', name }, true);
        connection.parse({ name, text: query, types: [] }, true);
        if (name !== '') parsedHere.add(name);
      }
      connection.bind({ statement: name, values: params.map(toText) }, true);
      if (prepared === undefined) connection.describe({ type: 'P' }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = JSON.stringify(fields.map(described));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const query = this.#statements[this.#results.length]?.query ?? '';
    const prepared = preparedOn(this.#client).get(query);
    if (prepared === undefined && this.#nameOf(query) !== '')
      preparedOn(this.#client).set(query, { fields: this.#fields });
    const { fields } = prepared ?? { fields: this.#fields };
    this.#results.push(`{${counted(text)},"rowAsArray":true,"fields":${fields},"rows":${JSON.stringify(this.#rows)}}`);
    this.#rows = [];
    this.#fields = '[]';
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#results);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleCopyInResponse(connection: pg.Connection & { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('COPY cannot be used over HTTP');
  }

  handleCopyData(): void {}
  handlePortalSuspended(): void {}
}

function described({ name, tableID, columnID, dataTypeID, dataTypeSize, dataTypeModifier, format }: Field): Field {
  return { name, tableID, columnID, dataTypeID, dataTypeSize, dataTypeModifier, format };
}

/** From the tag of a finished command: `SELECT 5`, `INSERT 0 1`, `CREATE TABLE`. */
function counted(tag: string): string {
  const words = tag.split(' ');
  const count = Number(words.at(-1));
  return `"command":"${words[0]}","rowCount":${Number.isInteger(count) && words.length > 1 ? count : null}`;
}

// The driver sends text or null; numbers and objects only from clients that skip its preparation.
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
