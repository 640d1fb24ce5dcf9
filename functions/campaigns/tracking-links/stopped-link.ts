import type { LinkStop } from '../../../db/campaigns/tracking-targets.ts';
import { noticePage } from '../../web/ui/index.ts';

/** Why a link does not redirect: its stop, what staff wrote about its block, or what is wrong with its destination. */
export type Reason = Exclude<LinkStop, 'BLOCKED'> | { readonly block: string } | { readonly destination: string };

/** The page in place of a redirect. It says why, and nothing of the owner. */
export function stoppedLink(reason: Reason): Response {
  const { status = 410, heading = 'This link was switched off', text } = pageOf(reason);
  return noticePage(status, heading, text);
}

function pageOf(reason: Reason): Page {
  if (typeof reason === 'string') return pages[reason];
  if ('block' in reason) return { text: `Castline has switched it off for this reason: ${reason.block}` };
  return { text: `The address behind it ${reason.destination}.` };
}

interface Page {
  readonly status?: number;
  readonly heading?: string;
  readonly text: string;
}

const pages: Readonly<Record<Exclude<LinkStop, 'BLOCKED'>, Page>> = {
  NOT_STARTED: {
    // The link may work later.
    status: 404,
    heading: 'This link is not active',
    text: 'It works from the start of its campaign.',
  },
  CAMPAIGN_CANCELLED: { text: 'Its campaign was cancelled before its start.' },
  OWNER_SUSPENDED: { text: 'The account that made it is suspended.' },
  OWNER_DELETED: { text: 'The account that made it was deleted.' },
};
