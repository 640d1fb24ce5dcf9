import { type Db, openDb } from '../../db/client.ts';
import type { Bench } from './bench.ts';
import { cpuOfTree } from './cpu.ts';
import { startRecorder } from './recorder.ts';
import { median } from './throughput.ts';

const runs = 20;

type Work = (db: Db, run: number) => Promise<number>;

/** Prints the head of a table of works, and gives what prints its lines: the calls of one run more, and the medians of twenty. */
export async function startWork({ shared, stack, neonUrl }: Bench, role: 'api' | 'jobs') {
  const { database } = stack.services;
  if (!database) throw new Error('the benchmark creates its own database');
  const recorder = await startRecorder(neonUrl);
  const dbAt = (url: string) => openDb({ DATABASE_URL: database.urls[role], NEON_FETCH_ENDPOINT: `${url}/sql` });
  // The same database through the recorder costs time.
  const [db, recorded] = [dbAt(neonUrl), dbAt(recorder.url)];
  const postgres = shared.postgres?.[0] ?? 0;
  console.log('\n| work | database calls | rows | median ms | CPU of Postgres, ms |\n|---|---:|---:|---:|---:|');

  /** Prints a line, and returns its median in milliseconds. */
  async function repeat(name: string, work: Work, times = runs): Promise<number> {
    const seen: { readonly ms: number; readonly cpu: number; readonly rows: number }[] = [];
    for (let run = 0; run < times; run += 1) {
      const [startedAt, before] = [performance.now(), cpuOfTree(postgres)];
      const rows = await work(db, run);
      seen.push({ ms: performance.now() - startedAt, cpu: cpuOfTree(postgres) - before, rows });
    }
    const former = recorder.calls.length;
    await work(recorded, times);
    const calls = recorder.calls.length - former;
    const ms = median(seen.map((time) => time.ms));
    const cpu = seen.reduce((sum, time) => sum + time.cpu, 0) / times;
    const rows = seen.reduce((sum, time) => sum + time.rows, 0) / times;
    console.log(`| ${name} | ${calls} | ${rows} | ${ms.toFixed(1)} | ${cpu.toFixed(1)} |`);
    return ms;
  }

  return { db, repeat, stop: () => recorder.stop() };
}
