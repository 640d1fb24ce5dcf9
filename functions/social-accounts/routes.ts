import { RefreshAvatar } from '../../schema/social-accounts.ts';
import { on, type Route } from '../http/route.ts';
import { refreshAvatar } from './refresh-avatar.ts';

export const socialAccountRoutes: readonly Route[] = [
  on(RefreshAvatar, (ctx, { params }) => refreshAvatar(ctx, params)),
];
