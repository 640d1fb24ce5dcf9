import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../local/process/project-root.ts';
import type { Block } from './blocks.ts';

export interface GuideRun {
  readonly exitCode: number | null;
  readonly output: string;
  /** The HTTP requests of curl, each as `<status> <method> <url>`. */
  readonly requests: readonly string[];
}

/**
 * Runs the blocks of one guide in one shell, in the project's folder, as a reader would paste them. The first command that fails ends
 * the shell, and so does a variable that no block defines. The shell runs `before` first.
 */
export async function runGuide(
  blocks: readonly Block[],
  environment: NodeJS.ProcessEnv,
  before: readonly string[] = [],
): Promise<GuideRun> {
  const folder = mkdtempSync(path.join(tmpdir(), 'castline-guide-'));
  writeFileSync(path.join(folder, '.curlrc'), `write-out = "%{stderr}\\n${mark}%{http_code} %{method} %{url}\\n"\n`);
  const commands = [...before, ...blocks.map(({ text }) => text)];
  const script = ['set -euo pipefail', 'shopt -s inherit_errexit', ...commands].join('\n');
  const child = spawn('bash', ['-s'], {
    cwd: projectRoot,
    env: { ...process.env, ...environment, CURL_HOME: folder },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  // Apart from the answers, which can arrive between two parts of a line.
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text;
    errors += text;
  });
  child.stdin.end(script);
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  rmSync(folder, { recursive: true });
  const requests = errors.split('\n').filter((line) => line.startsWith(mark));
  return { exitCode, output, requests: requests.map((line) => line.slice(mark.length)) };
}

const mark = '@request ';
