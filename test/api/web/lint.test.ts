import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { areHere, run } from '../../support/clients.ts';
import { depth } from '../../support/stack/depth.ts';

test.skipIf(!areHere)(
  'the OpenAPI document has no fault under the rules of Spectral, and at full depth under OWASP',
  async () => {
    const ruleset = depth('.spectral.yaml', '.spectral-owasp.yaml');
    const cli = 'node_modules/@stoplight/spectral-cli/dist/index.js';
    const found = await run(cli, 'lint', '../../dist/assets/openapi.json', '-r', ruleset, '--fail-severity', 'warn');
    expect(found).toContain('No results with a severity of');
  },
);

const root = fileURLToPath(new URL('../../..', import.meta.url));
// Disables the version check and the telemetry.
const silent = { REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };

test('the OpenAPI document passes the recommended rules without a warning', async () => {
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'dist/assets/openapi.json', '--max-problems=20'],
    { cwd: root, env: { ...process.env, ...silent } },
  );
  expect(stderr).toContain('Your API description is valid.');
  expect(stderr).not.toContain('warning');
});
