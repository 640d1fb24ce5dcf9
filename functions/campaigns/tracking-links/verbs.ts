/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { blockTrackingLink } from './block-tracking-link.ts';
export { createTrackingLink } from './create-tracking-link.ts';
export { drawQrCode } from './draw-qr-code.ts';
export { listTrackingLinksForStaff } from './list-links-for-staff.ts';
export { listTrackingLinks } from './list-tracking-links.ts';
