import { GetMe, UpdateMe } from '../../../schema/identity/account.ts';
import { CheckDeletion, DeleteMe } from '../../../schema/identity/account-deletion.ts';
import { GetNotifications, UpdateNotifications } from '../../../schema/identity/notification-choices.ts';
import { ListRequests } from '../../../schema/identity/requests.ts';
import { EndOtherSessions, EndSession, ListSessions } from '../../../schema/identity/sessions.ts';
import { limits } from '../../http/rate-limit.ts';
import { group, on } from '../../http/route.ts';
import type { CommonSettings } from '../../settings/index.ts';
import { getMe } from './get-me.ts';
import { updateMe } from './update-me.ts';
import type { CallLimits } from './view.ts';

const sessions = () => import('./own-sessions.ts');
const choices = () => import('./notification-choices.ts');

export const accountRoutes = group(
  on(GetMe, (ctx) => getMe(ctx, callLimits(ctx.settings))),
  on(ListSessions, async (ctx) => (await sessions()).listSessions(ctx)),
  on(EndSession, async (ctx, { params }) => (await sessions()).endSession(ctx, params.id)),
  on(EndOtherSessions, async (ctx) => (await sessions()).endOtherSessions(ctx)),
  on(GetNotifications, async (ctx) => (await choices()).getNotifications(ctx)),
  on(UpdateNotifications, async (ctx, { body }) => (await choices()).updateNotifications(ctx, body)),
  on(ListRequests, async (ctx, { query }) => (await import('./list-requests.ts')).listRequests(ctx, query)),
  on(CheckDeletion, async (ctx) => (await import('./check-deletion.ts')).checkDeletion(ctx)),
  on(DeleteMe, async (ctx) => (await import('./delete-account.ts')).deleteMe(ctx)),
  on(UpdateMe, (ctx, { body }) => updateMe(ctx, body, callLimits(ctx.settings))),
);

const callLimits = ({ RATE_LIMIT_SCALE: scale }: CommonSettings): CallLimits => ({
  readsPerMinute: limits.read * scale,
  writesPerMinute: limits.write * scale,
  ownerReadsPerMinute: limits.ownerRead * scale,
  ownerWritesPerMinute: limits.ownerWrite * scale,
  moneyMovesPerMinute: limits.money * scale,
  exportsPerMinute: limits.export * scale,
});
