import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { operations } from '../functions/operations.ts';
import manifest from '../package.json' with { type: 'json' };
import { buildDocument } from './openapi/document.ts';

/** `npm run openapi` prints the document; `npm run openapi -- --out castline.json` writes it to a file. */
const { values } = parseArgs({ options: { out: { type: 'string' } } });
const text = `${JSON.stringify(buildDocument(operations, manifest.version), null, 2)}\n`;
if (values.out === undefined) process.stdout.write(text);
else writeFileSync(values.out, text);
