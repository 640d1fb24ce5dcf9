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
  ListStatsSessions,
  OpenStatsSession,
} from '../../schema/social-accounts/stats-sessions.ts';
import {
  CheckAccountVerification,
  GetAccountVerification,
  RenewAccountVerification,
} from '../../schema/social-accounts/verification.ts';
import { group, on } from '../http/route.ts';
import { addAccount } from './add-account.ts';
import { endConnection, shareMetrics } from './change-connection.ts';
import { decideStatsSession } from './decide-session.ts';
import { blockAccount, endAccount } from './end-account.ts';
import { getStats } from './get-stats.ts';
import { getForStaff, listAccounts } from './list-accounts.ts';
import { openStatsSession } from './open-session.ts';
import { refreshAvatar } from './refresh-avatar.ts';
import { downloadRecording, listSessions } from './review-sessions.ts';
import { startConnection } from './start-connection.ts';
import { completeRecordingUpload, createRecordingUpload } from './upload-recording.ts';
import { checkVerification, getVerification, renewVerification } from './verify-account.ts';

export const socialAccountRoutes = group(
  on(ListSocialAccounts, (ctx, { query }) => listAccounts(ctx, query)),
  on(AddSocialAccount, (ctx, { body }) => addAccount(ctx, body)),
  on(DeleteSocialAccount, (ctx, { params }) => endAccount(ctx, { ...params, move: 'delete' })),
  on(SellSocialAccount, (ctx, { params }) => endAccount(ctx, { ...params, move: 'sell' })),
  on(GetAccountVerification, (ctx, { params }) => getVerification(ctx, params)),
  on(RenewAccountVerification, (ctx, { params }) => renewVerification(ctx, params)),
  on(CheckAccountVerification, (ctx, { params }) => checkVerification(ctx, params)),
  on(GetAccountStats, (ctx, { params }) => getStats(ctx, params)),
  on(OpenStatsSession, (ctx, { params }) => openStatsSession(ctx, params)),
  on(CreateRecordingUpload, (ctx, { params, body }) => createRecordingUpload(ctx, { ...params, ...body })),
  on(CompleteRecordingUpload, (ctx, { params }) => completeRecordingUpload(ctx, params)),
  on(StartConnection, (ctx, { body }) => startConnection(ctx, body)),
  on(EndConnection, (ctx, { params }) => endConnection(ctx, params)),
  on(ShareMetrics, (ctx, { params, body }) => shareMetrics(ctx, { ...params, ...body })),
  on(RefreshAvatar, (ctx, { params }) => refreshAvatar(ctx, params)),
  on(GetSocialAccountForStaff, (ctx, { params }) => getForStaff(ctx, params)),
  on(BlockSocialAccount, (ctx, { params, body }) => blockAccount(ctx, { ...params, ...body })),
  on(ListStatsSessions, (ctx, { query }) => listSessions(ctx, query)),
  on(DownloadRecording, (ctx, { params }) => downloadRecording(ctx, params)),
  on(DecideStatsSession, (ctx, { params, body }) => decideStatsSession(ctx, { ...params, ...body })),
);
