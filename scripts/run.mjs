// Plain JavaScript for any Node: runs a TypeScript script under a Node that supports it, or prints what to do.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const packages = fileURLToPath(new URL('../node_modules', import.meta.url));
const installed = path.join(packages, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const [major, minor] = process.versions.node.split('.').map(Number);
const [script, ...args] = process.argv.slice(2);
const platform = `${process.platform}-${process.arch}`;
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']; // those of workerd

if (!platforms.includes(platform) || existsSync('/etc/alpine-release')) {
  explain(`Castline cannot run on ${platform}. workerd supports ${platforms.join(', ')}, on Linux with glibc.`);
} else if (!existsSync(packages)) {
  explain('The packages are not installed. Run "npm ci" first.');
} else if (major > 22 || (major === 22 && minor >= 18)) {
  process.argv = [process.argv[0], path.resolve(script), ...args];
  import(pathToFileURL(path.resolve(script)).href);
} else if (existsSync(installed)) {
  handOver();
} else {
  explain(
    `Castline needs Node 22.18 or later. This is ${process.version}, and npm has installed no other Node for ${platform}: ` +
      'install Node 22, or run "npm ci" without --omit=optional.',
  );
}

function explain(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}

function handOver() {
  const child = spawn(installed, [path.resolve(script), ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
