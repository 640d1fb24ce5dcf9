import type { LinkStop } from '../../../db/campaigns/tracking-targets.ts';
import { noticePage } from '../../web/ui/index.ts';

/** The page in place of a redirect. It says why, and nothing of the owner. */
export function stoppedLink(stop: LinkStop | 'DESTINATION'): Response {
  const { status = 410, heading = 'This link was switched off', text } = pages[stop];
  return noticePage(status, heading, text);
}

interface Page {
  readonly status?: number;
  readonly heading?: string;
  readonly text: string;
}

const pages: Readonly<Record<Parameters<typeof stoppedLink>[0], Page>> = {
  NOT_STARTED: {
    // The link will work later.
    status: 404,
    heading: 'This link is not active yet',
    text: 'It works from the start of its campaign. Try again later.',
  },
  BLOCKED: { text: 'Castline has switched it off, because it broke our rules.' },
  OWNER_SUSPENDED: { text: 'The account that made it is suspended.' },
  OWNER_DELETED: { text: 'The account that made it was deleted.' },
  DESTINATION: { text: 'Castline does not redirect to the address behind it.' },
};
