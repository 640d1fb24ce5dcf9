import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The separate package that generates clients from the OpenAPI document and lints it. */
export const folder = fileURLToPath(new URL('../clients/', import.meta.url));

// "npm ci --prefix test/clients" installs generators and Spectral: 130 MB that nothing else needs.
export const areHere = existsSync(`${folder}node_modules`);
if (!areHere && process.env.REQUIRE_CLIENTS) throw new Error('Run "npm ci --prefix test/clients" first.');

/** Runs a program in its own process and returns its output. */
export async function run(script: string, ...args: string[]): Promise<string> {
  const failed = (error: { stdout?: string; stderr?: string }) =>
    Promise.reject(new Error(`${error.stdout}${error.stderr}`));
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { cwd: folder }).catch(failed);
  return stdout;
}
