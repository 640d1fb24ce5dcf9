import { type ChildProcess, spawn } from 'node:child_process';

// INT, TERM and HUP reach the whole terminal; the watchdog must survive them, and exits on request or when its work is
// done.
const script = `trap '' INT TERM HUP
read -r line && exit
kill -s "$2" "$1"
while kill -0 "$1" 2>/dev/null; do sleep 0.1; done
[ -z "$3" ] || rm -rf "$3"`;

/**
 * Sends the signal to the child when this process ends in any way, and removes `directory`. No exit hook runs after
 * `kill -9`, but a shell that reads this process's end of a pipe notices every death.
 */
export function endWithThisProcess(child: ChildProcess, signal: 'INT' | 'KILL', directory = ''): void {
  if (process.platform === 'win32' || child.pid === undefined) return;
  const watchdog = spawn('/bin/sh', ['-c', script, 'watchdog', String(child.pid), signal, directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  watchdog.unref();
  watchdog.stdin.on('error', () => {});
  if ('unref' in watchdog.stdin && typeof watchdog.stdin.unref === 'function') watchdog.stdin.unref();
  child.once('exit', () => watchdog.stdin.end('done\n'));
}
