import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Gives a directory these files alone, by their paths in it. Files that stay are never absent meanwhile, and the others go last: a server that
 * reads the directory at any moment finds it.
 */
export function replaceFiles(directory: string, files: ReadonlyMap<string, string | Buffer>): void {
  for (const [name, content] of files) {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (!holds(file, Buffer.from(content))) writeFileSync(file, content);
  }
  const kept = new Set([...files.keys()].map((name) => path.join(directory, name)));
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && !kept.has(file)) rmSync(file);
  }
  removeEmpty(directory);
}

function holds(file: string, content: Buffer): boolean {
  try {
    return readFileSync(file).equals(content);
  } catch {
    return false;
  }
}

function removeEmpty(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const inner = path.join(directory, entry.name);
    removeEmpty(inner);
    if (readdirSync(inner).length === 0) rmdirSync(inner);
  }
}
