import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { edgeFunctions, settingNamesOf } from '../../../functions/settings/index.ts';
import { functionResources } from '../../../scripts/deploy/functions.ts';
import { type ProvisionOptions, provision } from '../../../scripts/deploy/provision.ts';
import { secretNames } from '../../../scripts/deploy/secrets.ts';
import { completeSettings } from '../../support/complete-settings.ts';
import { type FakeAccount, fakeAccount, fakeWrangler } from '../../support/fake-cloudflare.ts';

const isSecret = (name: string) => secretNames.some((secret) => secret === name);
const plain = Object.fromEntries(Object.entries(completeSettings).filter(([name]) => !isSecret(name)));
const urlFor = (role: string) => `postgres://${role}:secret@db.example/castline`;
const complete = {
  ...Object.fromEntries(Object.entries(completeSettings).filter(([name]) => isSecret(name))),
  DATABASE_URL: Object.fromEntries(edgeFunctions.map((name) => [name, urlFor(functionResources[name].databaseRole)])),
};

function provisioned(account: FakeAccount, secrets?: object, given: Partial<ProvisionOptions> = {}): readonly string[] {
  const directory = mkdtempSync(path.join(tmpdir(), 'castline-secrets-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const secretsFile = secrets && path.join(directory, 'secrets.json');
  if (secretsFile) writeFileSync(secretsFile, JSON.stringify(secrets));
  const vars = { guest: plain, auth: plain, api: plain, jobs: plain };
  const baseUrl = 'https://castline.example';
  const options: ProvisionOptions = {
    environment: 'production',
    baseUrl,
    vars,
    secretsFile,
    isDryRun: false,
    ...given,
  };
  return provision(options, (args, input) => fakeWrangler(account, args, input));
}

const changing = /(?:create|set|bulk)\b/;

describe('provisioning', () => {
  test('creates the queues, the dead-letter queue and both buckets with their rules', () => {
    const account = fakeAccount();
    provisioned(account);
    expect(account.queues).toEqual(
      ['jobs', 'platforms', 'messages', 'mails', 'clicks', 'jobs-dead'].map((queue) =>
        queue === 'jobs-dead' ? 'castline-jobs-production-dead' : `castline-${queue}-production`,
      ),
    );
    expect(account.buckets).toEqual(['castline-files-production', 'castline-public-production']);
    expect(account.cors).toEqual({
      'castline-files-production': [
        {
          allowed: { origins: ['https://castline.example'], methods: ['PUT'], headers: ['content-type'] },
          maxAgeSeconds: 3_600,
        },
      ],
    });
    expect(account.lifecycle).toMatchObject({
      'castline-files-production': [
        { conditions: { prefix: '' }, abortMultipartUploadsTransition: {} },
        { conditions: { prefix: 'incoming/' }, deleteObjectsTransition: { condition: { maxAge: 2 * 86_400 } } },
      ],
      'castline-public-production': [{ abortMultipartUploadsTransition: {} }],
    });
  });

  test('gives each function exactly its secrets', () => {
    const account = fakeAccount();
    provisioned(account, complete);
    for (const name of edgeFunctions) {
      const secrets = account.secrets[`castline-production-${name}`] ?? {};
      expect(Object.keys(secrets).toSorted()).toEqual(
        Object.keys(complete)
          .filter((secret) => settingNamesOf(name).includes(secret))
          .toSorted(),
      );
      expect(secrets.DATABASE_URL).toBe(urlFor(functionResources[name].databaseRole));
    }
  });

  test('creates nothing again when it is repeated', () => {
    const account = fakeAccount();
    provisioned(account, complete);
    const before = structuredClone({ ...account, calls: [] });
    const changes = provisioned(account, complete);
    expect({ ...account, calls: [] }).toEqual(before);
    expect(changes.filter((line) => line.startsWith('created'))).toEqual([]);
  });

  test('changes and deletes one secret of a service that has the others', () => {
    const account = fakeAccount();
    provisioned(account, complete);
    const next = {
      AUTH_SECRET: 'another secret of at least 32 characters',
      AUTH_SECRET_PREVIOUS: completeSettings.AUTH_SECRET,
    };
    expect(provisioned(account, next).filter((line) => line.includes(': set'))).toEqual([
      'auth: set AUTH_SECRET, AUTH_SECRET_PREVIOUS',
    ]);
    expect(provisioned(account, { AUTH_SECRET_PREVIOUS: null })).toContain('auth: set AUTH_SECRET_PREVIOUS (deleted)');
    expect(account.secrets['castline-production-auth']).toMatchObject({ AUTH_SECRET: next.AUTH_SECRET });
    expect(account.secrets['castline-production-auth']).not.toHaveProperty('AUTH_SECRET_PREVIOUS');
  });

  test('prints the same and changes nothing with --dry-run', () => {
    const account = fakeAccount();
    const changes = provisioned(account, complete, { isDryRun: true });
    expect(account.calls.filter((call) => changing.test(call))).toEqual([]);
    expect(changes).toEqual(provisioned(fakeAccount(), complete));
  });

  test('prints no value of a secret', () => {
    const printed = provisioned(fakeAccount(), complete).join('\n');
    for (const text of [completeSettings.AUTH_SECRET, 'postgres://']) expect(printed).not.toContain(text);
  });

  test('stops when Cloudflare refuses to answer, instead of assuming absence', () => {
    const account = fakeAccount({ failures: { 'queues info': 1 } });
    expect(() => provisioned(account)).toThrow('ordered by the test');
    expect(account.queues).toEqual([]);
  });
});

describe('a file of secrets', () => {
  test.each([
    [
      'when a required secret is in neither the file nor the account',
      { LINK_SECRET: undefined },
      'guest: The settings are incomplete. LINK_SECRET is missing',
    ],
    ['when a secret is too short', { SEALING_SECRET: 'short' }, 'SEALING_SECRET is malformed'],
    ['when it has an unknown name', { AUTH_SECRETS: 'x' }, 'AUTH_SECRETS: not a secret'],
    ['when a var is among the secrets', { BASE_URL: 'https://castline.example' }, 'BASE_URL: not a secret'],
    [
      'when it gives a secret to a function that may not hold it',
      { AUTH_SECRET: { guest: 'x'.repeat(32) } },
      'guest does not use AUTH_SECRET',
    ],
    [
      'when it gives all functions one database URL',
      { DATABASE_URL: urlFor('castline_guest') },
      'auth: DATABASE_URL names the role "castline_guest" instead of castline_auth',
    ],
    [
      'when it deletes a required secret',
      { LINK_SECRET: null },
      'guest: The settings are incomplete. LINK_SECRET is missing',
    ],
  ])('is refused before any change %s', (_, changes, message) => {
    const account = fakeAccount();
    expect(() => provisioned(account, { ...complete, ...changes })).toThrow(message);
    expect(account.calls.filter((call) => changing.test(call))).toEqual([]);
  });
});
