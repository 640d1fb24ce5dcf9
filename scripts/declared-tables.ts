import { readdirSync } from 'node:fs';

/** All exports of the files in db/tables. */
export async function declaredTables(): Promise<Record<string, unknown>> {
  const directory = new URL('../db/tables/', import.meta.url);
  const files = readdirSync(directory).map((file) => import(new URL(file, directory).href));
  return Object.assign({}, ...(await Promise.all(files)));
}
