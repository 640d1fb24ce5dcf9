import * as z from 'zod';
import { queryEnum } from '../shared/enums.ts';
import { pathId, version } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { campaign, campaignChanges, campaignInput, maxCampaignDrafts } from './campaign.ts';
import { campaignStatuses } from './campaign-terms.ts';
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
  description: `Creates a campaign that has not started. It reserves no money. An advertiser has at most ${maxCampaignDrafts} drafts; one more returns 409 INVALID_STATE (LIMIT_REACHED).`,
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
    'Changes the given fields. Once the campaign has started, only title, requirements.notes, endsAt (to a later time) and budgetCents (to a higher amount) can change. A higher budget of a started campaign reserves the difference: it needs an Idempotency-Key, and it returns 409 INSUFFICIENT_FUNDS if the balance is too low. A campaign that was paused because its budget was exhausted runs again.',
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
  description: 'Reserves the budget in USDT, one USDT for each USD, and shows the campaign on the offer wall.',
  isForVerified: true,
  errors: [...conflicts, 'INSUFFICIENT_FUNDS'],
});

export const CompleteCampaign = declare({
  ...move,
  name: 'CompleteCampaign',
  path: `${path}/complete`,
  summary: 'Complete a campaign',
  description:
    'Ends the campaign. Posts on moderation that are public are accepted as far as the budget reaches, and the others are rejected with CAMPAIGN_ENDED. Then all earnings are paid, and the rest of the budget is refunded.',
  errors: conflicts,
});

export const CancelCampaign = declare({
  ...move,
  name: 'CancelCampaign',
  path: `${path}/cancel`,
  summary: 'Cancel a campaign',
  description:
    'Ends a draft, or ends a started campaign in the same way as its completion: earnings are paid and the rest of the budget is refunded.',
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
    'No offer is taken and no post is submitted while it is paused. Accepted posts go on earning within the budget.',
});

export const ResumeCampaign = declare({
  ...turn,
  name: 'ResumeCampaign',
  path: `${path}/resume`,
  summary: 'Resume a paused campaign',
  description:
    'A campaign whose budget is exhausted returns 409 INVALID_STATE with the status BUDGET_EXHAUSTED: raise its budget instead.',
});
