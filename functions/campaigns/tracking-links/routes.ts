import { BlockTrackingLink, ListTrackingLinksForStaff } from '../../../schema/campaigns/staff-links.ts';
import { CreateTrackingLink, GetTrackingLinkQr, ListTrackingLinks } from '../../../schema/campaigns/tracking-links.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const trackingLinkRoutes = group(
  on(ListTrackingLinks, async (ctx, { params, query }) =>
    (await verbs()).listTrackingLinks(ctx, { ...params, ...query }),
  ),
  on(CreateTrackingLink, async (ctx, { params, body }) =>
    (await verbs()).createTrackingLink(ctx, { ...params, ...body }),
  ),
  on(ListTrackingLinksForStaff, async (ctx, { query }) => (await verbs()).listTrackingLinksForStaff(ctx, query)),
  on(BlockTrackingLink, async (ctx, { params, body }) =>
    (await verbs()).blockTrackingLink(ctx, { ...params, ...body }),
  ),
  on(GetTrackingLinkQr, async (ctx, { params }) => (await verbs()).drawQrCode(ctx, params)),
);
