import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../local/process/project-root.ts';

/** A fenced block of a guide. */
export interface Block {
  /** Relative to the project's folder, such as docs/deploy.md. */
  readonly file: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** Their commands move the clock of the service. */
const movingGuides = ['docs/campaigns.md', 'docs/factories.md', 'README.md'];

/** Those that move the clock are last. */
export const guides: readonly string[] = [
  'CONTRIBUTING.md',
  ...readdirSync(path.join(projectRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .filter((file) => !movingGuides.includes(file)),
  ...movingGuides,
];

export const readGuide = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');

export const blocks: readonly Block[] = guides.flatMap((file) => {
  const text = readGuide(file);
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm)].map((match) => {
    const [, indent = '', language = '', body = ''] = match;
    const line = text.slice(0, match.index).split('\n').length;
    return { file, line, language, text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), '') };
  });
});

export const shellBlocks: readonly Block[] = blocks.filter(({ language }) => language === 'sh');
