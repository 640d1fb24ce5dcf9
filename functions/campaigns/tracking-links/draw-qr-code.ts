import { codeOfLink } from '../../../db/campaigns/tracking-links.ts';
import { maybe } from '../../../db/query.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { addressOf } from './rules.ts';

/** The QR code of a link of the caller, as SVG. */
export async function drawQrCode(ctx: Ctx, ids: { readonly id: number; readonly linkId: number }): Promise<Response> {
  const link = await maybe(ctx.db, codeOfLink(ctx.actor.userId, ids));
  if (link === null) throw notFound();
  const { renderSVG } = await import('uqr');
  const picture = renderSVG(addressOf(link, ctx.settings.BASE_URL), { border: quietZone });
  return new Response(picture, { headers: { 'content-type': 'image/svg+xml' } });
}

/** Modules without colour on each side, which cameras need (ISO/IEC 18004). */
const quietZone = 4;
