import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { storedStatements } from '../../db/stored.ts';
import { projectRoot } from '../local/process/project-root.ts';
import { type StoredText, storedText } from './function-text.ts';

/** Every stored statement of db/, by name. */
export async function storedTexts(): Promise<StoredText[]> {
  const files = readdirSync(path.join(projectRoot, 'db'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts') && name !== 'drizzle.config.ts'))
    await import(pathToFileURL(path.join(projectRoot, 'db', file)).href);
  return [...storedStatements()]
    .map(([name, stored]) => storedText(name, stored))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The content of db/stored-names.ts. */
export const namesText = (
  texts: readonly StoredText[],
): string => `/** The hash in the name of each stored function. \`npm run stored\` writes this file. */
export const storedNames: Readonly<Record<string, string>> = {
${texts.map(({ name, hash }) => `  ${name}: '${hash}',\n`).join('')}};
`;
