import { RefreshAvatar } from '../../schema/social-accounts/social-accounts.ts';
import { group, on } from '../http/route.ts';
import { refreshAvatar } from './refresh-avatar.ts';

export const socialAccountRoutes = group(on(RefreshAvatar, (ctx, { params }) => refreshAvatar(ctx, params)));
