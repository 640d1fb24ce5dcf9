import { ReadCampaignAnalytics } from '../../../../schema/campaigns/analytics.ts';
import type { CampaignView } from '../../../../schema/campaigns/campaign.ts';
import {
  CancelCampaign,
  CompleteCampaign,
  GetCampaign,
  PauseCampaign,
  ResumeCampaign,
  StartCampaign,
} from '../../../../schema/campaigns/campaigns.ts';
import { integer } from '../../ui/forms/field-kinds.ts';
import { form, page } from '../page.ts';
import { CampaignActions, CampaignConfirms } from './campaign-actions.tsx';
import { CampaignFigures } from './campaign-figures.tsx';
import { CampaignHeading } from './campaign-heading.tsx';
import { PlatformTable } from './campaign-platforms.tsx';
import { CampaignSeries } from './campaign-series.tsx';
import { CampaignTerms } from './campaign-terms.tsx';
import { pauseWords } from './campaign-words.ts';

const versioned = { fields: { expectedVersion: integer } } as const;
const here = (_: unknown, { path }: { readonly path: string }) => path;

export default page({
  async load(api, { params, query: { from, to } }) {
    const [campaign, analytics] = await Promise.all([
      api.read(GetCampaign, { params }),
      api.read(ReadCampaignAnalytics, { params, query: { ...(from && { from }), ...(to && { to }) } }),
    ]);
    return { campaign: campaign.data, analytics: analytics.data };
  },
  forms: {
    start: form(StartCampaign, {
      ...versioned,
      notice: 'The campaign is running. Its budget is reserved, and creators see the campaign offer.',
      done: here,
    }),
    pause: form(PauseCampaign, { ...versioned, notice: 'The campaign is paused.', done: here }),
    resume: form(ResumeCampaign, { ...versioned, notice: 'The campaign is running again.', done: here }),
    complete: form(CompleteCampaign, {
      ...versioned,
      notice: 'The campaign is completed. Creators are paid, and the rest of the budget is refunded.',
      done: here,
    }),
    cancel: form(CancelCampaign, { ...versioned, notice: 'The campaign is cancelled.', done: here }),
  },
  render({ campaign, analytics }, view) {
    return {
      title: campaign.title,
      content: (
        <>
          <CampaignHeading campaign={campaign} path={view.path}>
            <CampaignActions campaign={campaign} view={view} />
          </CampaignHeading>
          <Advice campaign={campaign} />
          {campaign.startedAt === null && <CampaignConfirms campaign={campaign} view={view} />}
          <CampaignFigures totals={analytics.totals} engagement={analytics.engagement} />
          <CampaignSeries series={analytics.series} startedAt={campaign.startedAt} view={view} />
          <PlatformTable rows={analytics.byPlatform} />
          <CampaignTerms campaign={campaign} />
          {campaign.startedAt !== null && <CampaignConfirms campaign={campaign} view={view} />}
        </>
      ),
    };
  },
});

const Advice = ({ campaign: { status, pauseReason, posts, id } }: { readonly campaign: CampaignView }) => (
  <>
    {pauseReason !== null && <p class="warning">The campaign is paused. {pauseWords[pauseReason]}</p>}
    {status === 'DRAFT' && (
      <p class="warning">This is a draft. Creators see it when you start it. It has reserved no money.</p>
    )}
    {posts.onModeration > 0 && (
      <p class="warning">
        <a href={`/cabinet/campaigns/${id}/posts?status=ON_MODERATION`}>
          {posts.onModeration === 1 ? '1 post waits' : `${posts.onModeration} posts wait`} for your decision
        </a>
        .
      </p>
    )}
  </>
);
