import { CreateTrackingLink, GetTrackingLinkQr, ListTrackingLinks } from '../../../schema/campaigns/tracking-links.ts';
import { group, on } from '../../http/route.ts';
import { createTrackingLink } from './create-tracking-link.ts';
import { drawQrCode } from './draw-qr-code.ts';
import { listTrackingLinks } from './list-tracking-links.ts';

export const trackingLinkRoutes = group(
  on(ListTrackingLinks, (ctx, { params, query }) => listTrackingLinks(ctx, { ...params, ...query })),
  on(CreateTrackingLink, (ctx, { params, body }) => createTrackingLink(ctx, { ...params, ...body })),
  on(GetTrackingLinkQr, (ctx, { params }) => drawQrCode(ctx, params)),
);
