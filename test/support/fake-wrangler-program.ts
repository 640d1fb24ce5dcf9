import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fakeWrangler } from './fake-cloudflare.ts';

/** The fake wrangler as an executable. Its first argument is the file of its account. */
const [file = '', ...args] = process.argv.slice(2);
const account = JSON.parse(readFileSync(file, 'utf8'));
const { isDone, text, records } = fakeWrangler(account, args, readFileSync(0, 'utf8'));
writeFileSync(file, JSON.stringify(account));
for (const record of records)
  appendFileSync(process.env.WRANGLER_OUTPUT_FILE_PATH ?? '', `${JSON.stringify(record)}\n`);
if (isDone) console.log(text);
else console.error(text);
process.exitCode = isDone ? 0 : 1;
