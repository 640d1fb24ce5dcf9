import type { LinkStop } from '../../../db/campaigns/tracking-targets.ts';
import { noticePage } from '../../web/ui/index.ts';

/** Why a link does not redirect: its stop, or what is wrong with its destination. */
export type Reason = LinkStop | { readonly destination: string };

/** The page in place of a redirect. It says why, and nothing of the owner. */
export function stoppedLink(reason: Reason): Response {
  const page = typeof reason === 'string' ? pages[reason] : { text: `The address behind it ${reason.destination}.` };
  const { status = 410, heading = 'This link was switched off', text } = page;
  return noticePage(status, heading, text);
}

interface Page {
  readonly status?: number;
  readonly heading?: string;
  readonly text: string;
}

const pages: Readonly<Record<LinkStop, Page>> = {
  NOT_STARTED: {
    // The link may work later.
    status: 404,
    heading: 'This link is not active',
    text: 'It works from the start of its campaign.',
  },
  CAMPAIGN_CANCELLED: { text: 'Its campaign was cancelled before its start.' },
  BLOCKED: { text: 'Castline has switched it off, because it broke our rules.' },
  OWNER_SUSPENDED: { text: 'The account that made it is suspended.' },
  OWNER_DELETED: { text: 'The account that made it was deleted.' },
};
