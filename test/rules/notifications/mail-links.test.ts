import { expect, test } from 'vitest';
import { codeMail } from '../../../functions/identity/account/code-mail.ts';
import * as identityMails from '../../../functions/identity/account/mails.ts';
import { revocationLink } from '../../../functions/identity/api-keys/index.ts';
import { expiredMail } from '../../../functions/notifications/outbox/account-mail.ts';
import { campaignMailsOf } from '../../../functions/notifications/outbox/campaign-mails.ts';
import { factoryMailOf } from '../../../functions/notifications/outbox/factory-mails.ts';
import { mailsOf } from '../../../functions/notifications/outbox/mails.ts';
import { passwordMail } from '../../../functions/notifications/outbox/password-mail.ts';
import { mailOf as disabledMail } from '../../../functions/notifications/webhooks/disabled-mail.ts';
import { readSettings } from '../../../functions/settings/index.ts';
import { reconnectLink } from '../../../functions/social-accounts/index.ts';
import { pageAt } from '../../../functions/web/cabinet/pages.ts';
import { signInPages } from '../../../functions/web/sign-in/pages.ts';
import { connectionRoutes } from '../../../functions/web/site/connection-routes.ts';
import { keysRoutes } from '../../../functions/web/site/keys-routes.ts';
import {
  campaignEventActors,
  campaignEventKinds,
  postEventKinds,
  rejectionReasons,
} from '../../../schema/campaigns/campaign-terms.ts';
import { factoryEventKinds } from '../../../schema/factories/factory-terms.ts';
import { assignmentEventKinds, eventActors, platforms } from '../../../schema/shared/enums.ts';
import { completeSettings } from '../../support/complete-settings.ts';
import { aNotifiedEvent } from '../../support/notified-event.ts';

const settings = readSettings('jobs', completeSettings);
const { BASE_URL } = settings;
const at = '2026-11-21T17:00:00.000Z';

/** The mails about an assignment, for each content that its events have. */
const ofAssignments = assignmentEventKinds.flatMap((kind) =>
  eventActors.flatMap((actor) =>
    [
      {},
      { proposalId: 5, kind: 'DUE_DATE', dueAt: at },
      { proposalId: 5, kind: 'CANCEL' },
      ...['RELEASE', 'REFUND', 'SPLIT'].map((outcome) => ({ outcome, creatorShareBps: 5_000, dueAt: at })),
    ].flatMap((data) => Object.values(mailsOf(aNotifiedEvent(kind, { actor, data }), settings))),
  ),
);

const ofCampaigns = [...campaignEventKinds, ...postEventKinds].flatMap((kind) =>
  campaignEventActors.flatMap((actor) =>
    rejectionReasons.flatMap((reason) => {
      const post = {
        id: 913,
        platform: 'YOUTUBE',
        url: 'https://www.youtube.com/watch?v=x',
        reason,
        note: null,
      } as const;
      const campaign = { campaignId: 25, title: 'Tea', pauseReason: null, cpmCents: '200', rewardCents: null };
      const event = { kind, actor, at, ...campaign, maxPerPostCents: null };
      return Object.values(campaignMailsOf({ ...event, post: kind.startsWith('post.') ? post : null }, settings));
    }),
  ),
);

const ofFactories = factoryEventKinds.map((kind) =>
  factoryMailOf(
    { kind, factoryId: 31, name: 'Drinks', pauseReason: null, credits: { balance: 4, daysLeft: 0 } },
    settings,
  ),
);

const ofEndpoints = (['GONE', 'FAILING', 'SECRET_LOST'] as const).map((reason) => ({
  text: disabledMail({ endpointId: 8, reason, since: new Date(at), at: new Date(at), baseUrl: BASE_URL }),
}));

/** The mails of the sign-in, with the address of the service for the links that better-auth makes. */
const ofIdentity = Object.values(identityMails).flatMap((mail) => {
  if (typeof mail !== 'function') return [];
  const written: (to: string, link: string) => { readonly text: string } = mail;
  return [{ text: written('mira@castline.example', BASE_URL).text.replaceAll(`${BASE_URL}\n`, '') }];
});
const ofCode = codeMail('mira@castline.example', '402918', BASE_URL);
const ofLinkedPaths = Object.values(identityMails.linkedPaths).map((path) => ({ text: BASE_URL + path }));

const ofAccounts = platforms.map(async (platform) => {
  const { text, foot, reconnect } = expiredMail({ accountId: 9, platform, handle: 'mira', at }, settings);
  const link = await reconnectLink(platform, { ...reconnect, endedAt: new Date(reconnect.endedAt) }, settings);
  return { text: [text, link, foot].join('\n') };
});

async function ofPassword() {
  const keys = [{ begins: 'castline_live_x', createdAt: at, lastUsedAt: null }];
  return passwordMail({ at, keys, link: await revocationLink(7, settings, new Date(at)) });
}

/** The addresses of this service in a text, and whether they have a page. */
const addressesIn = (text: string): string[] =>
  [...text.matchAll(/https:\/\/castline\.example[^\s"\\]*/g)].map(([address]) => address);

function hasPage(address: string): boolean {
  const { pathname } = new URL(address);
  const isOf = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(pathname);
  const routes = [...connectionRoutes.routes, ...keysRoutes.routes].filter(({ method }) => method === 'GET');
  return pageAt(pathname) !== null || pathname in signInPages || routes.some(({ path }) => isOf(path));
}

test.each<[string, () => Promise<readonly ({ readonly text: string } | null)[]>]>([
  ['assignments', async () => ofAssignments],
  ['campaigns and posts', async () => ofCampaigns],
  ['factories', async () => ofFactories],
  ['webhook endpoints', async () => ofEndpoints],
  ['accounts at platforms', () => Promise.all(ofAccounts)],
  ['a changed password', async () => [await ofPassword()]],
  ['the sign-in', async () => [...ofIdentity, ofCode, ...ofLinkedPaths]],
])('every address in the mails about %s is one of a page', async (_, mails) => {
  const addresses = new Set((await mails()).flatMap((mail) => (mail === null ? [] : addressesIn(mail.text))));
  expect(addresses.size).toBeGreaterThan(0);
  expect([...addresses].filter((address) => !hasPage(address))).toEqual([]);
});

test('an address without a page is noticed', () => {
  const unknown = ['/cabinet/orders-of-old', '/cabinet/work/34/more', '/campaigns/25', '/', '/oauth/x/callbacks'];
  expect(unknown.filter((path) => hasPage(BASE_URL + path))).toEqual([]);
});
