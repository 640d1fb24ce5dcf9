import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/local/process/free-port.ts';
import { shared } from '../support/stack/shared.ts';

test('the studio answers for the local database', async () => {
  const port = await freePort();
  const studio = spawn(process.execPath, ['scripts/studio.ts'], {
    env: { ...process.env, DATABASE_URL: shared.adminDatabaseUrl, STUDIO_PORT: String(port) },
    stdio: 'ignore',
  });
  onTestFinished(() => void studio.kill());
  const answer = () =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'init' }),
    }).then(
      (reply) => reply.json(),
      () => null,
    );
  await expect.poll(answer, { timeout: 30_000 }).toMatchObject({ dialect: 'postgresql' });
});
