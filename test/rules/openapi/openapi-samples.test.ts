import { spawnSync } from 'node:child_process';
import { Script } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { builtDocument } from './built-document.ts';

interface Described {
  readonly operationId: string;
  readonly 'x-codeSamples'?: readonly { readonly label: string; readonly source: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly example?: unknown }> };
}
const document = builtDocument() as {
  paths: Record<string, Record<string, Described>>;
};
const sampled = Object.values(document.paths)
  .flatMap((item) => Object.entries(item).map(([method, described]) => ({ method: method.toUpperCase(), described })))
  .filter(({ described }) => described['x-codeSamples'] !== undefined);
const sampleOf = ({ 'x-codeSamples': samples = [] }: Described, label: string) =>
  samples.find((one) => one.label === label)?.source ?? '';

const python = spawnSync('python3', ['--version']).status === 0;
const checksPython = `import ast, json, sys, warnings
warnings.simplefilter('error', SyntaxWarning)
errors = []
for source in json.load(sys.stdin):
    try:
        ast.parse(source)
        errors.append(None)
    except Exception as error:
        errors.append(repr(error))
print(json.dumps(errors))`;
/** The error of each Python program, null for a valid one. One process parses all, because each takes long to start. */
const pythonErrors = new Map<Described, string | null | undefined>();
beforeAll(() => {
  if (!python) return;
  const input = JSON.stringify(sampled.map(({ described }) => sampleOf(described, 'Python')));
  const { stdout } = spawnSync('python3', ['-c', checksPython], { input, encoding: 'utf8' });
  const errors: (string | null)[] = JSON.parse(stdout);
  for (const [n, { described }] of sampled.entries()) pythonErrors.set(described, errors[n]);
});

describe.each(sampled)('the samples of $described.operationId', ({ method, described }) => {
  test('have a curl command with the declared method', () => {
    const source = sampleOf(described, 'curl');
    expect(spawnSync('bash', ['-n', '-c', source]).status).toBe(0);
    const args = spawnSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }; BASE=B KEY=K TOKEN=T; ${source}`], {
      encoding: 'utf8',
    });
    const given = args.stdout.split('\0');
    expect(given.includes('-X') ? given[given.indexOf('-X') + 1] : 'GET').toBe(method);
    const body = described.requestBody?.content['application/json']?.example;
    if (body !== undefined) expect(JSON.parse(given[given.indexOf('-d') + 1] ?? '')).toEqual(body);
  });

  test('send the same request in JavaScript as in curl', async () => {
    const sent: { url: string; method?: string; body?: string }[] = [];
    const source = `(async (fetch, BASE, KEY, TOKEN) => {${sampleOf(described, 'JavaScript')}})`;
    const run = new Script(source).runInThisContext() as (...given: unknown[]) => Promise<void>;
    const fetch = async (url: string, options: object = {}) => {
      sent.push({ url, ...options });
      return Response.json({});
    };
    await run(fetch, 'B', 'K', 'T');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.method ?? 'GET').toBe(method);
    expect(sampleOf(described, 'curl')).toContain(sent[0]?.url.replace(/^B/, '$BASE'));
    const body = described.requestBody?.content['application/json']?.example;
    if (body !== undefined) expect(JSON.parse(sent[0]?.body ?? '')).toEqual(body);
  });

  test.skipIf(!python)('have a valid Python program', () => {
    expect(pythonErrors.get(described)).toBeNull();
  });
});

test('the main operations have samples', () => {
  expect(sampled.length).toBeGreaterThan(20);
});
