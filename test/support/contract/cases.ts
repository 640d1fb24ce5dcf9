import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import { isMutation } from '../../../schema/shared/operation.ts';
import { externalIdOf } from '../../../scripts/local/endpoints/social-simulator/youtube/ids.ts';
import type { Reply } from '../client.ts';
import { created } from '../market/market.ts';
import { accountCases } from './account-cases.ts';
import { campaignCases } from './campaign-cases.ts';
import { campaignPostCases } from './campaign-post-cases.ts';
import { campaignProofCases } from './campaign-proof-cases.ts';
import { channelCases } from './channel-cases.ts';
import { creditCases } from './credit-cases.ts';
import { deskCases } from './desk-cases.ts';
import { factoryCases } from './factory-cases.ts';
import { factoryReadCases } from './factory-read-cases.ts';
import { factoryReportCases } from './factory-report-cases.ts';
import { absentId, factoryTagCases } from './factory-tag-cases.ts';
import { identityCases } from './identity-cases.ts';
import { listedPostCases } from './listed-post-cases.ts';
import type { OperationCase, World } from './operation-case.ts';
import { orderCases } from './order-cases.ts';
import { ownershipCases } from './ownership-cases.ts';
import type { Person } from './people.ts';
import { portfolioCases } from './portfolio-cases.ts';
import { merged, nothing, refusedFor } from './prepared.ts';
import { proofCases } from './proof-cases.ts';
import { recordingCases } from './recording-cases.ts';
import type { Prepared } from './routes.ts';
import { savedListCases } from './saved-list-cases.ts';
import { webhookCases } from './webhook-cases.ts';
import { workCases } from './work-cases.ts';

/** Each answer signs a new preview URL. */
const withoutPreview = ({ data: { previewUrl: _, ...data } }: Reply['body']) => data;

const movement = {
  async ready({ market }: World) {
    const userId = await market.aUser(['ADVERTISER']);
    await market.deposit(userId, 10_000);
    return { params: { userId: String(userId) }, body: { amountCents: '2500', reference: randomUUID() } };
  },
  otherwise: (requested: Prepared) => merged(requested, { amountCents: '2501' }),
};

/** One case for each operation. A read without parameters in its path needs none; the walk fails for any other without one. */
export const cases: Readonly<Record<string, OperationCase>> = {
  ListCatalog: { ready: async () => ({ query: 'platform=TWITCH&sort=price&limit=3' }) },
  GetCreatorPage: { ready: async ({ listing }) => ({ params: { publicId: listing.creator.publicId } }) },
  UpdateMe: { ready: async () => ({ body: { displayName: 'Nova Drinks' } }) },
  EndSession: {
    async ready({ market }, { id }) {
      const session = await market.one(
        `insert into sessions (user_id, token, expires_at) values ($1, gen_random_uuid()::text, now() + interval '1 hour') returning id`,
        [id],
      );
      return { params: { id: session.id } };
    },
  },
  CreateApiKey: { ready: async () => ({ body: { name: 'Order robot', scopes: ['read', 'write'] } }) },
  RotateApiKey: {
    async ready(_, { twin }) {
      const key = created(await twin.post('/api-keys', { name: 'To be replaced', scopes: [] }));
      return { params: { id: key.body.data.id }, body: { overlapHours: 24 } };
    },
  },
  DeleteApiKey: {
    async ready(_, { twin }) {
      const key = created(await twin.post('/api-keys', { name: 'To be deleted', scopes: [] }));
      return { params: { id: key.body.data.id } };
    },
  },
  UpdateProfile: {
    ready: async (_, person) => ({ body: { ...(await profileVersion(person)), bio: 'Retro games, live.' } }),
    otherwise: (requested) => merged(requested, { bio: 'Another one.' }),
    mistaken: refusedFor('VERSION_CONFLICT', (requested) => merged(requested, { expectedVersion: 2_000_000_000 })),
  },
  GeneratePage: { ready: nothing, saved: ({ data }) => data.preview.publicId },
  SubmitProfile: {
    saved: withoutPreview,
    ready: async (_, person) => named(person, { publishAfterApproval: true }),
    otherwise: (requested) => merged(requested, { publishAfterApproval: false }),
  },
  SetPageAddress: {
    saved: withoutPreview,
    ready: async () => ({ body: { name: `mira-${randomUUID().slice(0, 8)}` } }),
    otherwise: (requested) => merged(requested, { name: `nova-${randomUUID().slice(0, 8)}` }),
  },
  PublishPage: {
    saved: withoutPreview,
    ready: async (_, person) => named(person, {}),
    otherwise: (requested) => merged(requested, { publishAfterApproval: false }),
  },
  UnpublishPage: {
    saved: withoutPreview,
    async ready(_, person) {
      await named(person, {});
      expect((await person.api.post('/influencer-profile/page/publish', {})).status).toBe(200);
      return {};
    },
  },
  SwitchControl: { ready: async () => ({ params: { name: 'publication' }, body: { enabled: true } }) },
  RefreshAvatar: {
    async ready({ market }, { id }) {
      const handle = `walker-${randomUUID().slice(0, 8)}`;
      const account = await market.one(
        `insert into social_accounts (owner_id, platform, handle, external_id, status, is_verified, verified_via)
         values ($1, 'YOUTUBE', $2, $3, 'ACTIVE', true, 'BIO_CODE') returning id`,
        [id, handle, externalIdOf(handle)],
      );
      return { params: { id: String(account.id) } };
    },
  },
  SuspendUser: {
    async ready({ market }) {
      const id = String(await market.aUser(['ADVERTISER']));
      return { params: { id }, body: { suspended: true, reason: 'Chargeback under investigation' } };
    },
  },
  ...identityCases,
  ...campaignCases,
  ...campaignPostCases,
  ...campaignProofCases,
  ...factoryCases,
  ...creditCases,
  ...deskCases,
  ...channelCases,
  ...accountCases,
  ...recordingCases,
  ...savedListCases,
  ...orderCases,
  DepositFunds: {
    ...movement,
    mistaken: refusedFor('RESOURCE_NOT_FOUND', (requested) => ({ ...requested, params: { userId: String(absentId) } })),
  },
  WithdrawFunds: {
    ...movement,
    mistaken: refusedFor('INSUFFICIENT_FUNDS', (requested) => merged(requested, { amountCents: '10001' })),
  },
  ...ownershipCases,
  ...portfolioCases,
  ...workCases,
  ...proofCases,
  ...webhookCases,
  ...factoryReadCases,
  ...factoryTagCases,
  ...listedPostCases,
  ...factoryReportCases,
};

export function caseOf(name: string): OperationCase {
  const found = cases[name];
  if (found) return found;
  const operation = operations.find((one) => one.name === name);
  if (operation && !isMutation(operation) && !operation.path.includes('{')) return { ready: nothing };
  throw new Error(`${name} has no case in test/support/contract/cases.ts`);
}

async function profileVersion({ api }: Person): Promise<{ expectedVersion: number }> {
  return { expectedVersion: (await api.get('/influencer-profile')).body.data.version };
}

/** A profile with a name can be published. */
async function named(person: Person, body: object): Promise<Prepared> {
  const changes = { ...(await profileVersion(person)), displayName: 'Mira Plays' };
  expect((await person.api.patch('/influencer-profile', changes)).status).toBe(200);
  return { body };
}
