import type { Child } from 'hono/jsx';
import type { Platform } from '../../../schema/shared/enums.ts';
import { platformNames } from '../../../schema/shared/platform-names.ts';
import { Document } from '../ui/layout.tsx';
import { documentOf } from '../ui/rendered.ts';
import { Result, type Tone } from '../ui/result.tsx';

export interface ShownReconnection {
  readonly platform: Platform;
  readonly handle: string;
  readonly isShared: boolean;
}

/** The page behind the link of an email: the account, and a button that starts the sign-in. It posts to its own address. */
export function renderReconnection({ platform, handle, isShared }: ShownReconnection): string {
  const name = platformNames[platform];
  return page(
    { tone: 'PAUSED', about: name },
    `Connect ${handle} again?`,
    <>
      <p>
        The connection of your {name} account {handle} has expired. The button leads to {name}, where you sign in and
        allow the connection again.
      </p>
      {isShared && (
        <p>
          You have consented that others may see the metrics of this account. The new connection continues your consent,
          and you can withdraw it at any time.
        </p>
      )}
      <form method="post">
        <button type="submit">Continue to {name}</button>
      </form>
      <p class="quiet small">The button works once. If you do not want to connect the account, close this page.</p>
    </>,
  );
}

/** Why a link starts nothing. FOREIGN_FORM: another site has sent the form. */
export type DeadLink = 'INVALID' | 'USED' | 'CONNECTED' | 'ENDED' | 'NOT_ALLOWED' | 'FOREIGN_FORM';

export const renderDeadReconnection = (reason: DeadLink): string =>
  page({ tone: reason === 'CONNECTED' ? 'DONE' : 'FAILED' }, ...dead[reason]);

const byApi = <p class="quiet">You can always start a connection from your accounts, without a link from an email.</p>;

const dead: Readonly<Record<DeadLink, readonly [heading: string, explanation: Child]>> = {
  INVALID: [
    'This link is not valid',
    <>
      <p>The link is incomplete or has expired. Links are valid for seven days.</p>
      {byApi}
    </>,
  ],
  USED: [
    'This link was used already',
    <>
      <p>A link works once. If you did not finish the sign-in, start the connection again.</p>
      {byApi}
    </>,
  ],
  CONNECTED: ['This account is connected', <p>The account was connected again. You can close this page.</p>],
  ENDED: [
    'This connection has ended',
    <p>
      The account was sold, deleted or blocked, or its connection was ended permanently. The link cannot connect it
      again.
    </p>,
  ],
  NOT_ALLOWED: [
    'You cannot connect accounts',
    <p>Only creators can connect social accounts, and only while they are not suspended.</p>,
  ],
  FOREIGN_FORM: [
    'Open the link again',
    <p>This request did not come from a page of Castline. Open the link in the email, and press the button there.</p>,
  ],
};

const page = (
  { tone, about }: { readonly tone: Tone; readonly about?: string },
  heading: string,
  children: Child,
): string =>
  documentOf(
    <Document title={`${heading} · Castline`} isPersonal>
      <Result tone={tone} heading={heading} about={about}>
        {children}
      </Result>
    </Document>,
  );
