import type { Stack } from '../local/stack.ts';
import { untilAnswering } from '../local/workers/kill-runtimes.ts';
import { livingRuntimes } from '../local/workers/runtime-process.ts';

export interface Victim {
  readonly name: string;
  /** The URL for the owner of the tables. */
  readonly databaseUrl: string;
  /** Kills the process without a clean shutdown. */
  kill(): void;
  restart(): Promise<void>;
}

export function victimsOf({ baseUrl, services }: Stack): readonly Victim[] {
  const { database } = services;
  if (!database) throw new Error('this command creates its own database: unset DATABASE_URL');
  const { postgres, adminUrl: databaseUrl } = database;
  return [
    {
      name: 'workerd',
      databaseUrl,
      kill() {
        for (const runtime of livingRuntimes()) runtime.kill('SIGKILL');
      },
      // Miniflare restarts it on its port.
      restart: () => untilAnswering(baseUrl),
    },
    {
      name: 'Postgres',
      databaseUrl,
      kill() {
        // Kills the process group of the postmaster and every backend.
        if (postgres.pid !== undefined) process.kill(-postgres.pid, 'SIGKILL');
      },
      async restart() {
        await postgres.stop();
        await postgres.start();
      },
    },
  ];
}
