import {
  GeneratePage,
  GetPage,
  PublishPage,
  SetPageAddress,
  SubmitProfile,
  UnpublishPage,
} from '../../../schema/creators/creator-pages.ts';
import { GetPageVisits } from '../../../schema/creators/page-visits.ts';
import { GetProfile, UpdateProfile } from '../../../schema/creators/profile.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const profileRoutes = group(
  on(GetProfile, async (ctx) => (await verbs()).getProfile(ctx)),
  on(UpdateProfile, async (ctx, { body }) => (await verbs()).updateProfile(ctx, body)),
  on(GetPage, async (ctx) => (await verbs()).getPage(ctx)),
  on(GetPageVisits, async (ctx, { query }) => (await verbs()).getPageVisits(ctx, query)),
  on(GeneratePage, async (ctx) => (await verbs()).generatePage(ctx)),
  on(SubmitProfile, async (ctx, { body }) => (await verbs()).publishPage(ctx, body)),
  on(PublishPage, async (ctx, { body }) => (await verbs()).publishPage(ctx, body)),
  on(SetPageAddress, async (ctx, { body }) => (await verbs()).setPageAddress(ctx, body)),
  on(UnpublishPage, async (ctx) => (await verbs()).unpublishPage(ctx)),
);
