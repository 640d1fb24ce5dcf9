import pg from 'pg';

/** Replaces a database by a copy of another one, with its rights. Ends all connections to the former one. */
export async function copyDatabase(maintenanceUrl: string, from: string, to: string): Promise<void> {
  await withClient(maintenanceUrl, async (client) => {
    await client.query(`drop database if exists ${to} with (force)`);
    await client.query(`create database ${to} template ${from} strategy file_copy`);
    await client.query(
      'update pg_database set datacl = (select datacl from pg_database where datname = $1) where datname = $2',
      [from, to],
    );
  });
}

export async function withClient<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
