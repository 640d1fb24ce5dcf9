import { describe, expect, test } from 'vitest';
import { mailOf } from '../../../functions/notifications/webhooks/disabled-mail.ts';
import {
  actionsOf,
  backoffSeconds,
  isToBeDisabled,
  refuseUnless,
} from '../../../functions/notifications/webhooks/rules.ts';
import { newSecret, openSecret, secretBox } from '../../../functions/notifications/webhooks/secrets.ts';
import { reseal, SecretLost } from '../../../functions/platform/sealing.ts';
import { codeOf } from '../../support/refusal-code.ts';

const settings = { SEALING_SECRET: 'a secret of at least thirty-two characters' };
const owner = { endpointId: 12, ownerId: 7 };

describe('a signing secret', () => {
  test('has 32 random bytes, and decrypts to its original value', async () => {
    const [one, other] = [await newSecret(owner, settings), await newSecret(owner, settings)];
    expect(one.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(other.secret).not.toBe(one.secret);
    expect(await openSecret(one.sealed, owner, settings)).toBe(one.secret);
  });

  test('is encrypted in the database, differently each time', async () => {
    const { secret, sealed } = await newSecret(owner, settings);
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(Buffer.from(sealed).includes(bytes.subarray(0, 8))).toBe(false);
    expect(sealed).toHaveLength(1 + 12 + 32 + 16);
    const nonces = new Set<string>();
    for (let n = 0; n < 50; n++)
      nonces.add(Buffer.from((await newSecret(owner, settings)).sealed.slice(1, 13)).toString('hex'));
    expect(nonces.size).toBe(50);
  });

  test.each([
    ['for another endpoint', { ...owner, endpointId: 13 }, settings],
    ['for another owner', { ...owner, ownerId: 8 }, settings],
    ['with another SEALING_SECRET', owner, { SEALING_SECRET: 'another secret of thirty-two characters' }],
  ])('cannot be decrypted %s', async (_, other, otherSettings) => {
    const { sealed } = await newSecret(owner, settings);
    await expect(openSecret(sealed, other, otherSettings)).rejects.toThrow();
  });

  test('decrypts under the previous SEALING_SECRET, and is encrypted again under the current one', async () => {
    const changed = {
      SEALING_SECRET: 'another secret of thirty-two characters',
      SEALING_SECRET_PREVIOUS: settings.SEALING_SECRET,
    };
    const { secret, sealed } = await newSecret(owner, settings);
    expect(await openSecret(sealed, owner, changed)).toBe(secret);
    const anew = await reseal(sealed, secretBox(owner), changed);
    if (anew === null) throw new Error('it was sealed under the previous one');
    expect(await openSecret(anew, owner, { SEALING_SECRET: changed.SEALING_SECRET })).toBe(secret);
    await expect(openSecret(anew, owner, settings)).rejects.toThrow();
    expect(await reseal(anew, secretBox(owner), changed), 'it is already').toBeNull();
    const neither = {
      SEALING_SECRET: 'a third secret of thirty-two characters',
      SEALING_SECRET_PREVIOUS: 'y'.repeat(32),
    };
    await expect(reseal(sealed, secretBox(owner), neither)).rejects.toThrow(SecretLost);
    expect(
      await openSecret((await newSecret(owner, changed)).sealed, owner, { SEALING_SECRET: changed.SEALING_SECRET }),
    ).toMatch(/^whsec_/);
  });

  test('fails to decrypt after the change of a single bit', async () => {
    const { sealed } = await newSecret(owner, settings);
    for (let at = 0; at < sealed.length; at++) {
      const changed = sealed.map((byte, index) => (index === at ? byte ^ 1 : byte));
      await expect(openSecret(changed, owner, settings), `byte ${at}`).rejects.toThrow();
    }
  });
});

test('an enabled endpoint can be tested and replayed to, a disabled one can be enabled, and both can be rotated and deleted', () => {
  expect(actionsOf({ status: 'ENABLED' })).toEqual(['test', 'replay', 'rotate-secret', 'delete']);
  expect(actionsOf({ status: 'DISABLED' })).toEqual(['enable', 'rotate-secret', 'delete']);
  expect(codeOf(() => refuseUnless('enable', { status: 'ENABLED' }))).toBe('INVALID_STATE');
  expect(codeOf(() => refuseUnless('test', { status: 'DISABLED' }))).toBe('INVALID_STATE');
  expect(codeOf(() => refuseUnless('replay', { status: 'ENABLED' }))).toBe('allowed');
});

describe('the decision to disable an endpoint', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const since = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

  test.each([
    ['it has failed for 72 hours, this message three times', since(72), 3, 3, true],
    ['it has failed for 72 hours, ten calls in a row, each of another message', since(72), 1, 10, true],
    ['it has failed for longer', since(500), 10, 40, true],
    ['a minute is missing', new Date(since(72).getTime() + 60_000), 9, 20, false],
    ['the message was tried twice only, and few others', since(100), 2, 9, false],
    ['the call before was a success', null, 10, 1, false],
  ])('is made when %s: %s', (_, failingSince, attempts, failures, expected) => {
    expect(isToBeDisabled({ failingSince, attempts, failures }, now, 72)).toBe(expected);
  });
});

test('an endpoint backs off for 15 seconds after its first failure, doubled after each further one, one hour at most', () => {
  const rests = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 32_000].map(backoffSeconds);
  expect(rests).toEqual([15, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600]);
});

test('the email about a disabled endpoint states the fault, its start and the next step', () => {
  const facts = {
    endpointId: 12,
    since: new Date('2026-11-17T09:30:00Z'),
    at: new Date('2026-11-20T10:00:00Z'),
    baseUrl: 'https://castline.example',
  };
  expect(JSON.parse(mailOf({ ...facts, reason: 'FAILING' }))).toEqual({
    subject: 'Castline: your webhook endpoint 12 is disabled',
    text: `No call to your webhook endpoint 12 has succeeded since Tue, 17 Nov 2026 09:30 UTC.

We have stopped calling it and cancelled its pending messages.

Find the cause, and enable the endpoint when it works again:
https://castline.example/cabinet/settings/webhooks/12

We do not send cancelled messages automatically. Replay the messages that you need. Read events that happen while the endpoint is disabled in the histories of your assignments.`,
  });
  expect(JSON.parse(mailOf({ ...facts, reason: 'GONE' })).text).toMatch(
    /^Your webhook endpoint 12 answered 410 Gone at Fri, 20 Nov 2026 10:00 UTC\. This means that we must not call it/,
  );
  const lost = JSON.parse(mailOf({ ...facts, reason: 'SECRET_LOST' })).text;
  expect(lost).toMatch(/^We can no longer decrypt the signing secret of your webhook endpoint 12/);
  expect(lost).toContain('enable the endpoint:\nhttps://castline.example/cabinet/settings/webhooks/12');
});
