import { life as campaigns } from '../../functions/campaigns/campaigns/rules.ts';
import { life as campaignPosts } from '../../functions/campaigns/posts/rules.ts';
import { arrowsOf, by, endsOf, stateDiagram } from './state-diagram.ts';

export const campaignDiagram = (): string =>
  stateDiagram({
    begins: [{ to: 'DRAFT', label: 'create (advertiser)' }],
    arrows: [
      ...arrowsOf(
        campaigns,
        by('advertiser', {
          start: 'start (advertiser), the budget is reserved',
          complete: 'complete (advertiser) or endsAt (system), earnings are paid and the rest is refunded',
        }),
      ),
      { from: 'RUNNING', to: 'PAUSED', label: 'the budget is exhausted (system)' },
      { from: 'PAUSED', to: 'RUNNING', label: 'raise the exhausted budget (advertiser)' },
    ],
    ends: endsOf(campaigns),
  });

export const campaignPostDiagram = (): string =>
  stateDiagram({
    begins: [
      { to: 'ON_MODERATION', label: "submit (creator), the platform confirms that it is public and the account's" },
    ],
    arrows: [
      ...arrowsOf(
        campaignPosts,
        by('advertiser', {
          accept: 'accept (advertiser), or decideBy passes or the campaign ends (system)',
          reject: 'reject (advertiser), or the campaign ends (system)',
          withdraw: 'withdraw (creator), before a decision',
        }),
      ),
      {
        from: 'ON_MODERATION',
        to: 'UNAVAILABLE',
        label: 'not shown in three measurements in a row, or not public at decideBy (system)',
      },
      {
        from: 'UNAVAILABLE',
        to: 'ON_MODERATION',
        label: 'shown again before a decision (system), with a new decideBy',
      },
      { from: 'ACCEPTED', to: 'UNAVAILABLE', label: 'not shown in three measurements in a row (system)' },
      { from: 'UNAVAILABLE', to: 'ACCEPTED', label: 'shown again after the acceptance (system)' },
      { from: 'UNAVAILABLE', to: 'REJECTED', label: 'the campaign ends before a decision (system)' },
    ],
    ends: ['REJECTED'],
  });
