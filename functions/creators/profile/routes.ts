import {
  GeneratePage,
  GetPage,
  PublishPage,
  SubmitProfile,
  UnpublishPage,
} from '../../../schema/creators/creator-pages.ts';
import { GetProfile, UpdateProfile } from '../../../schema/creators/profile.ts';
import { group, on } from '../../http/route.ts';
import { generatePage } from './generate-page.ts';
import { getPage } from './get-page.ts';
import { getProfile } from './get-profile.ts';
import { publishPage } from './publish-page.ts';
import { unpublishPage } from './unpublish-page.ts';
import { updateProfile } from './update-profile.ts';

export const profileRoutes = group(
  on(GetProfile, (ctx) => getProfile(ctx)),
  on(UpdateProfile, (ctx, { body }) => updateProfile(ctx, body)),
  on(GetPage, (ctx) => getPage(ctx)),
  on(GeneratePage, (ctx) => generatePage(ctx)),
  on(SubmitProfile, (ctx, { body }) => publishPage(ctx, body)),
  on(PublishPage, (ctx, { body }) => publishPage(ctx, body)),
  on(UnpublishPage, (ctx) => unpublishPage(ctx)),
);
