import type { Child } from 'hono/jsx';
import type { Platform } from '../../../schema/shared/enums.ts';
import { platformNames } from '../../../schema/shared/platform-names.ts';
import { Document } from '../ui/layout.tsx';
import { documentOf } from '../ui/rendered.ts';
import { Result, type Tone } from '../ui/result.tsx';

/** What a page shows of a connection. */
export interface ShownConnection {
  readonly outcome:
    | 'CONNECTED'
    | 'STALE'
    | 'DENIED'
    | 'REFUSED'
    | 'SCOPE_MISSING'
    | 'AWAY'
    | 'BUSY'
    | 'PROVEN_BY_ANOTHER'
    | 'OTHER_ACCOUNT'
    | 'BLOCKED'
    | 'LIMIT'
    | 'LIMIT_OF_DAY'
    | 'NOT_ALLOWED';
  readonly platform?: Platform;
  readonly handle?: string;
}

/** The page after a sign-in at a platform, for a connection without a page to return to, and for one that failed. */
export function renderConnection({ outcome, platform, handle = '' }: ShownConnection): string {
  const about = platform && platformNames[platform];
  const name = about ?? 'the platform';
  const [heading, explanation] = outcome === 'CONNECTED' ? connected(name, handle) : failed[outcome](name);
  return documentOf(
    <Document title={`${heading} · Castline`} isPersonal>
      <Result tone={toneOf(outcome)} heading={heading} about={about}>
        {explanation}
        {outcome !== 'NOT_ALLOWED' && (
          <p>
            <a href="/cabinet/accounts">Open your accounts</a>
          </p>
        )}
      </Result>
    </Document>,
  );
}

/** The outcomes after which the person can start the connection again at once or later. */
const repeatable: readonly ShownConnection['outcome'][] = [
  'STALE',
  'DENIED',
  'SCOPE_MISSING',
  'AWAY',
  'BUSY',
  'LIMIT_OF_DAY',
];

function toneOf(outcome: ShownConnection['outcome']): Tone {
  if (outcome === 'CONNECTED') return 'DONE';
  return repeatable.includes(outcome) ? 'PAUSED' : 'FAILED';
}

type Told = readonly [heading: string, explanation: Child];

const connected = (name: string, handle: string): Told => [
  `Connected as ${handle}`,
  <p>Your {name} account is verified and connected. You can close this page.</p>,
];

const nothing = <p class="quiet small">Nothing was stored. You can close this page.</p>;

const failed: Readonly<Record<Exclude<ShownConnection['outcome'], 'CONNECTED'>, (name: string) => Told>> = {
  STALE: () => [
    'This sign-in is no longer valid',
    <>
      <p>
        Finish the sign-in within ten minutes, in the browser in which you started it. Each sign-in works only once.
      </p>
      <p>Start the connection again.</p>
      {nothing}
    </>,
  ],
  DENIED: (name) => [
    'You did not allow the connection',
    <>
      <p>You did not give permission at {name}. Your accounts have not changed.</p>
      {nothing}
    </>,
  ],
  REFUSED: (name) => [
    `${name} refused the sign-in`,
    <>
      <p>
        {name} did not accept the sign-in, or you have no account there that can be connected. Start the connection
        again.
      </p>
      {nothing}
    </>,
  ],
  SCOPE_MISSING: (name) => [
    'A permission is missing',
    <>
      <p>
        You did not give a permission that the connection needs. Start the connection again, and leave all permissions
        of {name} selected.
      </p>
      {nothing}
    </>,
  ],
  AWAY: (name) => [
    `${name} does not answer`,
    <>
      <p>The sign-in could not be finished. Start the connection again in a few minutes.</p>
      {nothing}
    </>,
  ],
  BUSY: (name) => [
    `${name} accepts no more requests for now`,
    <>
      <p>
        {name} limits the requests of Castline, and the limit is reached. Your sign-in was correct. Start the connection
        again later today.
      </p>
      {nothing}
    </>,
  ],
  PROVEN_BY_ANOTHER: (name) => [
    'Another user has this account',
    <>
      <p>
        Another user of Castline has verified this {name} account. If it is yours, contact our staff. Otherwise sign in
        at {name} with another account.
      </p>
      {nothing}
    </>,
  ],
  OTHER_ACCOUNT: (name) => [
    'This is another account',
    <>
      <p>
        You have signed in at {name} with a different account from the one in the email. A link connects only its own
        account. Start the connection from your accounts.
      </p>
      {nothing}
    </>,
  ],
  BLOCKED: (name) => [
    'This account is blocked',
    <>
      <p>Our staff has blocked this {name} account, so it cannot be connected.</p>
      {nothing}
    </>,
  ],
  LIMIT: () => [
    'You have too many accounts',
    <>
      <p>You can have at most fifty social accounts. Delete one first.</p>
      {nothing}
    </>,
  ],
  LIMIT_OF_DAY: (name) => [
    'You have made too many requests today',
    <>
      <p>You have used up your requests to {name} for today. Start the connection again tomorrow.</p>
      {nothing}
    </>,
  ],
  NOT_ALLOWED: () => [
    'You cannot connect accounts',
    <>
      <p>Only creators can connect social accounts, and only while they are not suspended.</p>
      {nothing}
    </>,
  ],
};
