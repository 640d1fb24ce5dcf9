import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { runAsCommand } from './local/process/command.ts';
import { projectRoot } from './local/process/project-root.ts';
import { assetsScript, devDirectory } from './local/workers/bundle.ts';
import { buildChanged, hashOfAssets, reload, writeNewStyleSheets } from './local/workers/dev-builds.ts';
import type { DevBuilt } from './local/workers/dev-watch.ts';

/**
 * Builds what changed for `npm run dev`, in a process of its own: only a new process reads the changed modules. The argument is the hash
 * of the present assets.
 */
await runAsCommand(import.meta.url, async () => {
  writeNewStyleSheets();
  const assetsHash = hashOfAssets();
  const assets = assetsHash === process.argv[2] ? null : startAssets();
  const states = buildChanged(devDirectory);
  send({ states });
  if (assets === null) return;
  const status = await new Promise((resolve) => assets.once('exit', resolve));
  if (status !== 0) process.exit(1); // it has printed why
  send({ states, assetsHash });
  // wrangler lists the assets when it loads the function that serves them.
  reload(devDirectory, 'guest');
});

function startAssets(): ChildProcess {
  const stdio: StdioOptions = ['ignore', 'inherit', 'inherit'];
  return spawn(process.execPath, ['--no-warnings', assetsScript], { cwd: projectRoot, stdio });
}

function send(built: DevBuilt): void {
  process.send?.(built);
}
