import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../functions/settings/index.ts';
import { type Endpoint, json, startEndpoint } from '../../scripts/local/endpoints/endpoint.ts';
import { localSecrets } from '../../scripts/local/secrets.ts';
import { bindingsFrom } from '../../scripts/local/workers/worker-bindings.ts';
import { completeSettings } from '../support/complete-settings.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'castline-saves-'));
let social: Endpoint;
beforeAll(async () => {
  social = await startEndpoint({ handle: async () => json(404, {}) });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await social.stop();
});

function savesUrl(given: Readonly<Record<string, string>>): string | undefined {
  const others = { database: undefined, neon: undefined, upstash: undefined, mail: undefined, dns: undefined };
  const environment = { ...completeSettings, ...given };
  const parts = { ...others, scanner: undefined, social };
  const { jobs } = bindingsFrom(parts, localSecrets(folder), environment, {
    baseUrl: 'http://127.0.0.1:8787',
    storeUrl: 'http://127.0.0.1:8788',
  });
  return readSettings('jobs', jobs).TIKTOK_SAVES_URL;
}

test("the local stack asks its provider of TikTok's saves only when it is switched on", () => {
  expect(savesUrl({})).toBeUndefined();
  expect(savesUrl({ SIMULATE_TIKTOK_SAVES: 'false' })).toBeUndefined();
  expect(savesUrl({ SIMULATE_TIKTOK_SAVES: 'true' })).toBe(`${social.url}/tiktok-saves`);
  expect(() => savesUrl({ SIMULATE_TIKTOK_SAVES: 'yes' })).toThrow('Use "true" or "false"');
});
