import { EndConnection, ShareMetrics, StartConnection } from '../../schema/social-accounts/connections.ts';
import {
  AddSocialAccount,
  BlockSocialAccount,
  DeleteSocialAccount,
  GetSocialAccountForStaff,
  ListSocialAccounts,
  RefreshAvatar,
  SellSocialAccount,
} from '../../schema/social-accounts/social-accounts.ts';
import { GetAccountStats } from '../../schema/social-accounts/stats.ts';
import {
  CompleteRecordingUpload,
  CreateRecordingUpload,
  DecideStatsSession,
  DownloadRecording,
  GetStatsSession,
  ListStatsSessions,
  OpenStatsSession,
} from '../../schema/social-accounts/stats-sessions.ts';
import {
  CheckAccountVerification,
  GetAccountVerification,
  RenewAccountVerification,
} from '../../schema/social-accounts/verification.ts';
import { group, on } from '../http/route.ts';

const verbs = () => import('./verbs.ts');

export const socialAccountRoutes = group(
  on(ListSocialAccounts, async (ctx, { query }) => (await verbs()).listAccounts(ctx, query)),
  on(AddSocialAccount, async (ctx, { body }) => (await verbs()).addAccount(ctx, body)),
  on(DeleteSocialAccount, async (ctx, { params }) => (await verbs()).endAccount(ctx, { ...params, move: 'delete' })),
  on(SellSocialAccount, async (ctx, { params }) => (await verbs()).endAccount(ctx, { ...params, move: 'sell' })),
  on(GetAccountVerification, async (ctx, { params }) => (await verbs()).getVerification(ctx, params)),
  on(RenewAccountVerification, async (ctx, { params }) => (await verbs()).renewVerification(ctx, params)),
  on(CheckAccountVerification, async (ctx, { params }) => (await verbs()).checkVerification(ctx, params)),
  on(GetAccountStats, async (ctx, { params }) => (await verbs()).getStats(ctx, params)),
  on(OpenStatsSession, async (ctx, { params }) => (await verbs()).openStatsSession(ctx, params)),
  on(CreateRecordingUpload, async (ctx, { params, body }) =>
    (await verbs()).createRecordingUpload(ctx, { ...params, ...body }),
  ),
  on(CompleteRecordingUpload, async (ctx, { params }) => (await verbs()).completeRecordingUpload(ctx, params)),
  on(StartConnection, async (ctx, { body }) => (await verbs()).startConnection(ctx, body)),
  on(EndConnection, async (ctx, { params }) => (await verbs()).endConnection(ctx, params)),
  on(ShareMetrics, async (ctx, { params, body }) => (await verbs()).shareMetrics(ctx, { ...params, ...body })),
  on(RefreshAvatar, async (ctx, { params }) => (await verbs()).refreshAvatar(ctx, params)),
  on(GetSocialAccountForStaff, async (ctx, { params }) => (await verbs()).getForStaff(ctx, params)),
  on(BlockSocialAccount, async (ctx, { params, body }) => (await verbs()).blockAccount(ctx, { ...params, ...body })),
  on(ListStatsSessions, async (ctx, { query }) => (await verbs()).listSessions(ctx, query)),
  on(GetStatsSession, async (ctx, { params }) => (await verbs()).getSession(ctx, params)),
  on(DownloadRecording, async (ctx, { params }) => (await verbs()).downloadRecording(ctx, params)),
  on(DecideStatsSession, async (ctx, { params, body }) =>
    (await verbs()).decideStatsSession(ctx, { ...params, ...body }),
  ),
);
