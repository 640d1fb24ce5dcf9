import { startStudioPostgresServer } from 'drizzle-kit/api';
import { declaredTables } from './declared-tables.ts';
import { runAsCommand } from './local/process/command.ts';
import { ownerDatabaseUrl } from './local/running-stack.ts';

/** Serves the tables of the local database to the page of Drizzle Studio, which a browser loads from the internet. */
await runAsCommand(import.meta.url, async () => {
  const port = Number(process.env.STUDIO_PORT ?? 4983);
  await startStudioPostgresServer(await declaredTables(), { url: ownerDatabaseUrl() }, { host: '127.0.0.1', port });
  console.log(`Open https://local.drizzle.studio?host=127.0.0.1&port=${port}`);
});
