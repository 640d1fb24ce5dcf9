import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const filesOf = (...folders: string[]): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('/node_modules/'))
    .sort();
export const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly isTypeOnly: boolean;
  /** By import() inside of a function. */
  readonly isLazy: boolean;
}

const imports = /^(?:import|export)\s+(type\s)?[^'"`;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;
export const edgesOf = (from: string): Edge[] =>
  [...textOf(from).matchAll(imports)].map(([, type, named, bare, lazy]) => {
    const name = named ?? bare ?? lazy ?? '';
    const to = name.startsWith('.') ? path.posix.join(path.posix.dirname(from), name) : name;
    return { from, to, isTypeOnly: type !== undefined, isLazy: lazy !== undefined };
  });

const notCapabilities = new Set(['http', 'platform']);
export const capabilityOf = (file: string): string | undefined => {
  const [, folder] = /^functions\/([^/]+)\//.exec(file) ?? [];
  return folder === undefined || notCapabilities.has(folder) ? undefined : folder;
};

export const matches = (pattern: string, name: string, importer: string): boolean => {
  const source = pattern
    .replaceAll('<own>', path.posix.dirname(importer))
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, choice: string) => `(?:${choice.replaceAll(',', '|')})`)
    .replace(/\*\*|\*/g, (star) => (star === '**' ? '.*' : '[^/]*'));
  return new RegExp(`^${source}$`).test(name);
};

/** The nodes of a cycle, or an empty list. */
export function cycleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const visit = (node: string, trail: readonly string[]): string[] => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...trail, node]);
      if (cycle.length > 0) return cycle;
    }
    done.add(node);
    return [];
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

export const graphOf = (pairs: readonly (readonly [string | undefined, string | undefined])[]) => {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of pairs)
    if (from !== undefined && to !== undefined && from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
};

/** The code alone: comments, strings, templates and patterns speak English and SQL. */
export const codeOf = (file: string) =>
  textOf(file)
    .replace(/\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/.*$/gm, ' ')
    .replace(/'(?:\\.|[^'\\\n])*'/g, "''")
    .replace(/`(?:\\.|[^`\\])*`/g, '``')
    .replace(/(?<=[=(,:]\s*)\/(?:\\.|[^/\\\n])+\/[a-z]*/g, '0');
