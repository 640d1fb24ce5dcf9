import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { edgeFunctions } from '../../functions/settings/index.ts';
import { controlBindings } from '../../scripts/local/control.ts';
import { json, startEndpoint } from '../../scripts/local/endpoints/endpoint.ts';
import { buildIfChanged, reloadFile } from '../../scripts/local/workers/dev-builds.ts';
import { writeDevConfigs } from '../../scripts/local/workers/dev-configs.ts';
import { type Local, Wrapped } from '../../scripts/local/workers/inside/wrapped.ts';
import { ofEachFunction } from '../../scripts/local/workers/worker-bindings.ts';
import { directoryOf } from '../../scripts/local/workers/worker-modules.ts';
import { textBindings } from '../../scripts/local/workers/worker-server.ts';
import { untilItAnswers } from '../../scripts/local/workers/wrangler-dev.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'castline-dev-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

type RequiredNames<T> = { [Name in keyof T]-?: object extends Pick<T, Name> ? never : Name }[keyof T];
/** The compiler refuses a binding that the wrapper requires and this list lacks, and one that it does not require. */
const required = Object.keys({
  LOCAL_CONTROL_URL: true,
  LOCAL_CONTROL_TOKEN: true,
  LOCAL_QUEUES: true,
} satisfies Record<RequiredNames<Local>, true>);

describe('the wrapper of the local stack', () => {
  const bindings = ofEachFunction(() => ({}));
  const local = controlBindings({
    url: 'http://127.0.0.1:1/secret',
    token: 'secret',
    number: 0,
    hasRequestLines: true,
  });

  test.each(edgeFunctions)('gets each binding that it requires in %s from wrangler dev and from the stack', (name) => {
    const file = writeDevConfigs(folder, bindings, local).find((one) => path.basename(one) === `${name}.json`) ?? '';
    const config: { vars: object } = JSON.parse(readFileSync(file, 'utf8'));
    expect(Object.keys(config.vars)).toEqual(expect.arrayContaining(required));
    expect(Object.keys(textBindings(name, { bindings, local }))).toEqual(expect.arrayContaining(required));
  });

  test('answers without the binding of the network, and then does not replace fetch', async () => {
    const before = globalThis.fetch;
    const wrapped = new Wrapped({ fetch: () => new Response('answered') }, null);
    const env = { LOCAL_CONTROL_URL: '', LOCAL_CONTROL_TOKEN: 'secret', LOCAL_QUEUES: '' };
    const execution = { props: {}, passThroughOnException: () => undefined, waitUntil: () => undefined };
    const answer = await wrapped.fetch(new Request('http://127.0.0.1/creators'), env, execution);
    expect(await answer.text()).toBe('answered');
    expect(globalThis.fetch).toBe(before);
  });
});

describe('npm run dev', () => {
  test('waits until the edge functions answer with a status below 500', async () => {
    const statuses = [500, 503, 599, 302];
    const endpoint = await startEndpoint({ handle: async () => json(statuses.shift() ?? 200, {}) });
    await untilItAnswers(endpoint.url, () => false);
    await endpoint.stop();
    expect(statuses).toEqual([]);
  });

  test('gives up when each answer is a failure, and names the status', async () => {
    const endpoint = await startEndpoint({ handle: async () => json(500, {}) });
    await expect(untilItAnswers(endpoint.url, () => false, 150)).rejects.toThrow('the status 500');
    await endpoint.stop();
  });

  test('builds a function once, ends early while no input changes, and reloads only other modules', () => {
    const reloadedAt = () => statSync(path.join(folder, reloadFile('guest'))).mtimeMs;
    expect(buildIfChanged(folder, 'guest')).toBe('rebuilt');
    const firstAt = reloadedAt();
    expect(buildIfChanged(folder, 'guest')).toBe('unchanged');
    const inputs = path.join(directoryOf(folder, 'guest'), 'inputs.json');
    const kept: { files: string[] } = JSON.parse(readFileSync(inputs, 'utf8'));
    expect(kept.files).toContain('functions/web/site/catalog-page.tsx');
    expect(kept.files).toContain('scripts/local/workers/inside/wrapped.ts');
    expect(kept.files).not.toContain('functions/web/cabinet/pages.ts');
    writeFileSync(inputs, JSON.stringify({ ...kept, hash: 'of other contents' }));
    expect(buildIfChanged(folder, 'guest')).toBe('rebuilt');
    expect(reloadedAt()).toBe(firstAt);
  });
});
