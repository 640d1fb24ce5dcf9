import * as z from 'zod';
import { queryEnum } from '../shared/enums.ts';
import { pathId, version } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { campaign, campaignChanges, campaignInput } from './campaign.ts';
import { campaignStatuses, maxCampaignDrafts } from './campaign-terms.ts';
import { ofCampaign, partyRead } from './operation-parts.ts';

const params = lazy(() => z.object({ id: pathId() }));
const path = '/campaigns/{id}';
const expected = lazy(() => z.strictObject({ expectedVersion: version() }));

const read = { ...partyRead, ...ofCampaign };

export const ListCampaigns = declare({
  ...read,
  name: 'ListCampaigns',
  path: '/campaigns',
  summary: 'List campaigns',
  description: 'Lists the campaigns of the caller, newest first.',
  query: () => z.object({ ...idPage(), status: queryEnum(campaignStatuses).optional() }),
  answer: () => listOf(campaign()),
  errors: ['INVALID_CURSOR'],
});

export const GetCampaign = declare({
  ...read,
  name: 'GetCampaign',
  path,
  summary: 'Get a campaign',
  params,
  answer: () => dataOf(campaign()),
  errors: [],
});

const change = {
  method: 'post',
  access: 'token',
  ...ofCampaign,
  success: 200,
  answer: () => dataOf(campaign()),
} as const;

export const CreateCampaign = declare({
  ...change,
  name: 'CreateCampaign',
  path: '/campaigns',
  summary: 'Create a draft campaign',
  description:
    `Creates a campaign that has not started. It reserves no money. An advertiser has at most ${maxCampaignDrafts} drafts; one more ` +
    'returns 409 INVALID_STATE (LIMIT_REACHED).',
  isForVerified: true,
  body: () => campaignInput(),
  success: 201,
  errors: ['INVALID_STATE', 'INVALID_MONEY_PRECISION'],
  idempotency: 'optional',
  rate: 'write',
});

export const UpdateCampaign = declare({
  ...change,
  name: 'UpdateCampaign',
  method: 'patch',
  path,
  summary: 'Change a campaign',
  description:
    'Changes the given fields. Once the campaign has started, only title, requirements.notes, endsAt (to a later time or null) and ' +
    'budgetCents (to a higher amount) can change. A campaign without an end cannot get one then. A higher budget of a started campaign ' +
    'reserves the difference: it needs an Idempotency-Key, and it returns 409 INSUFFICIENT_FUNDS if the balance is too low. It ' +
    'first pays accepted posts what the former budget did not cover. If the campaign was paused because its budget was exhausted, and ' +
    'the rest covers another cent, or with FIXED another reward, it runs again.',
  params,
  body: () => campaignChanges(),
  errors: ['VERSION_CONFLICT', 'INVALID_STATE', 'INSUFFICIENT_FUNDS', 'INVALID_MONEY_PRECISION'],
  idempotency: 'optional',
  rate: 'money',
});

const move = { ...change, params, body: () => expected(), idempotency: 'required', rate: 'money' } as const;
const conflicts = ['VERSION_CONFLICT', 'INVALID_STATE'] as const;

export const StartCampaign = declare({
  ...move,
  name: 'StartCampaign',
  path: `${path}/start`,
  summary: 'Start a campaign and reserve its budget',
  description: 'Reserves the budget, one USDT for each USD, and lists the campaign in the campaign offers of creators.',
  isForVerified: true,
  errors: [...conflicts, 'INSUFFICIENT_FUNDS'],
});

export const CompleteCampaign = declare({
  ...move,
  name: 'CompleteCampaign',
  path: `${path}/complete`,
  summary: 'Complete a campaign',
  description:
    'Ends the campaign. The service accepts public posts on moderation as far as the budget reaches, and rejects all other undecided ' +
    'posts with CAMPAIGN_ENDED. Then it pays all earnings and refunds the rest of the budget.',
  errors: conflicts,
});

export const CancelCampaign = declare({
  ...move,
  name: 'CancelCampaign',
  path: `${path}/cancel`,
  summary: 'Cancel a campaign',
  description:
    'Cancels a draft. Ends a started campaign as CompleteCampaign does: the service decides, pays and refunds in the same way.',
  errors: conflicts,
});

const turn = {
  ...change,
  params,
  body: () => expected(),
  idempotency: 'optional',
  rate: 'write',
  errors: conflicts,
} as const;

export const PauseCampaign = declare({
  ...turn,
  name: 'PauseCampaign',
  path: `${path}/pause`,
  summary: 'Pause a campaign',
  description:
    'While the campaign is paused, creators cannot take its offer or submit posts. Accepted posts continue to earn within the budget.',
});

export const ResumeCampaign = declare({
  ...turn,
  name: 'ResumeCampaign',
  path: `${path}/resume`,
  summary: 'Resume a paused campaign',
  description:
    'Creators can take the campaign offer and submit posts again. If the budget is exhausted, the response is 409 INVALID_STATE ' +
    '(BUDGET_EXHAUSTED): raise the budget instead.',
});
