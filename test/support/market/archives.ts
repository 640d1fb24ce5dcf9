import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { parse } from 'csv-parse/sync';

export interface ArchivedFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly isStored: boolean;
}

configure({ useWebWorkers: false });

/** The files of a ZIP in the order of its directory. Throws when it is damaged: zip.js compares each CRC-32. */
export async function filesIn(zip: Uint8Array): Promise<ArchivedFile[]> {
  const reader = new ZipReader(new Uint8ArrayReader(zip), { checkSignature: true });
  const files: ArchivedFile[] = [];
  for (const entry of await reader.getEntries()) {
    if (entry.directory) throw new Error(`${entry.filename} is a folder`);
    const bytes = Buffer.from(await entry.getData(new Uint8ArrayWriter()));
    files.push({ name: entry.filename, bytes, isStored: entry.compressionMethod === 0 });
  }
  await reader.close();
  return files;
}

/** The lines of a CSV file by column. */
export const linesOf = (csv: Uint8Array): Readonly<Record<string, string>>[] =>
  parse(Buffer.from(csv), { bom: true, columns: true, record_delimiter: '\r\n' });

const listing = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as zip:
    assert zip.testzip() is None
    print(json.dumps([[name, hashlib.sha256(zip.read(name)).hexdigest()] for name in zip.namelist()]))
`;
const run = promisify(execFile);

/** Programs that read ZIP files independently of each other, where this machine has them. Each throws when the ZIP is damaged. */
const programs = {
  /** Gives the name and the SHA-256 of each file. */
  python3: async (file: string): Promise<[string, string][]> =>
    JSON.parse((await run('python3', ['-c', listing, file], { maxBuffer: 2 ** 26 })).stdout),
  unzip: async (file: string): Promise<null> => {
    await run('unzip', ['-tqq', file]);
    return null;
  },
};

const versionOf = { python3: '--version', unzip: '-v' } as const;
const installed = (['python3', 'unzip'] as const).filter(
  (name) => spawnSync(name, [versionOf[name]], { stdio: 'ignore' }).status === 0,
);

/** What each installed program finds in a ZIP: the name and the SHA-256 of each file, or null for a program that only tests. */
export async function readByPrograms(zip: Uint8Array) {
  const folder = await mkdtemp(path.join(tmpdir(), 'castline-zip-'));
  const file = path.join(folder, 'proofs.zip');
  try {
    await writeFile(file, zip);
    return await Promise.all(installed.map(async (name) => [name, await programs[name](file)] as const));
  } finally {
    await rm(folder, { recursive: true });
  }
}
