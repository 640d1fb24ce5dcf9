/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { addAccount } from './add-account.ts';
export { endConnection, shareMetrics } from './change-connection.ts';
export { decideStatsSession } from './decide-session.ts';
export { blockAccount, endAccount } from './end-account.ts';
export { getStats } from './get-stats.ts';
export { getForStaff, listAccounts } from './list-accounts.ts';
export { openStatsSession } from './open-session.ts';
export { refreshAvatar } from './refresh-avatar.ts';
export { downloadRecording, getSession, listSessions } from './review-sessions.ts';
export { startConnection } from './start-connection.ts';
export { completeRecordingUpload, createRecordingUpload } from './upload-recording.ts';
export { checkVerification, getVerification, renewVerification } from './verify-account.ts';
