import { expect, test } from 'vitest';
import { factoryMailOf } from '../../../functions/notifications/outbox/factory-mails.ts';

type Mailed = Parameters<typeof factoryMailOf>[0];

const factories = 'https://castline.example/cabinet/factories';
const foot = `Credits of factory 31: ${factories}/31/credits
Choose which emails you get: https://castline.example/cabinet/settings/notifications`;

const mail = (kind: Mailed['kind'], changes: Partial<Mailed> = {}) =>
  factoryMailOf(
    { kind, factoryId: 31, name: 'Drinks', pauseReason: null, credits: null, ...changes },
    { BASE_URL: 'https://castline.example' },
  );

test('the email about a pause states how to resume the factory', () => {
  expect(mail('factory.paused', { name: 'Drinks\nYour account is closed.' })).toEqual({
    subject: 'Castline: factory 31 is paused, because it lacks credits',
    text: `Your credits do not cover the next scan of the factory "Drinks Your account is closed.", so the service has paused it and does not scan its posts.

To resume the factory, buy credits:
${factories}/credits

${foot}`,
  });
});

test.each([
  [0, 'for less than a day'],
  [1, 'for 1 more day'],
  [2, 'for 2 more days'],
])('the email about low credits states that they last %i full days', (daysLeft, duration) => {
  expect(mail('factory.credits_low', { credits: { balance: 140, daysLeft } })).toEqual({
    subject: 'Castline: the credits for factory 31 are low',
    text: `Your balance is 140 credits. It covers the scans of the factory "Drinks" ${duration}, if no other factory spends it.

When the balance does not cover a scan, the service pauses the factory. To keep it running, buy credits:
${factories}/credits

${foot}`,
  });
});

test('a paused factory sends no email about low credits, and flagged posts send none', () => {
  const credits = { balance: 4, daysLeft: 0 };
  expect(mail('factory.credits_low', { credits, pauseReason: 'NO_CREDITS' })).toBeNull();
  expect(mail('factory.post.flagged')).toBeNull();
});
