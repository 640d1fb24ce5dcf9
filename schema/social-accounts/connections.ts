import * as z from 'zod';
import { platforms } from '../shared/enums.ts';
import { pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { pagePath } from '../shared/own-path.ts';
import { dataOf } from '../shared/page.ts';
import { socialAccount } from './account.ts';
import { connectionMinutes, maxOpenConnections } from './account-limits.ts';
import { readVersion } from './read-text.ts';
import { sharingVersion } from './sharing-text.ts';

const tag = 'Social accounts';
const params = lazy(() => z.object({ id: pathId() }));

// The pattern shows the characters; the refinement reads the path as a browser does.
const returnTo = lazy(() =>
  z
    .string()
    .max(2_000)
    .regex(/^[/](?:[\x21-\x2e\x30-\x5b\x5d-\x7e][\x21-\x5b\x5d-\x7e]*)?$/, 'must be a path that begins with one slash')
    .refine((path) => pagePath(path) !== null, 'must be the path of a page of this service'),
);

const started = lazy(() =>
  z
    .strictObject({
      authorizeUrl: z.url().describe('Sign-in page of the platform: open it in the browser that made this request.'),
      expiresAt: instant().describe('Until then the platform must have sent the browser back.'),
    })
    .meta({ id: 'StartedConnection' }),
);
export type StartedConnection = z.output<ReturnType<typeof started>>;

export const StartConnection = declare({
  name: 'StartConnection',
  method: 'post',
  path: '/social-accounts/connections',
  access: 'token',
  role: 'CREATOR',
  tag,
  summary: 'Connect a social account',
  description:
    'Starts a sign-in at the platform. It proves the account, and lets the service read what the platform shows only to its owner. The response sets ' +
    'a cookie: open authorizeUrl in the same browser. The platform sends the browser back to this service, which connects the account and ' +
    `redirects to returnTo, or shows a page. A connection that has not returned after ${connectionMinutes} minutes is void, and so ` +
    `is the oldest of ${maxOpenConnections} when the user begins another. A repeated request with the same Idempotency-Key starts ` +
    'another one. A platform that this deployment does not support returns 503 ' +
    'WRITE_NOT_AVAILABLE_FOR_FEATURE.',
  body: () =>
    z.strictObject({
      platform: z.enum(platforms),
      returnTo: returnTo()
        .optional()
        .describe(
          'Path of this service to go to afterwards; it begins with one slash. Without it, a page shows the result.',
        ),
      shareMetrics: z
        .boolean()
        .optional()
        .describe(
          `true consents to the text sharingTexts.${sharingVersion} of the dictionaries: others may see what is read under this connection.`,
        ),
      sharingVersion: readVersion(),
    }),
  success: 200,
  answer: () => dataOf(started()),
  errors: ['INVALID_STATE', 'VERSION_CONFLICT', 'WRITE_NOT_AVAILABLE_FOR_FEATURE'],
  idempotency: 'optional',
  rate: 'write',
});

const change = {
  access: 'token',
  role: 'CREATOR',
  tag,
  params,
  success: 200,
  answer: () => dataOf(socialAccount()),
  errors: ['INVALID_STATE'],
  idempotency: 'optional',
  rate: 'write',
} as const;

export const EndConnection = declare({
  ...change,
  name: 'EndConnection',
  method: 'delete',
  path: '/social-accounts/{id}/connection',
  summary: 'End the connection of a social account',
  description:
    'Deletes the tokens at once, and revokes the grant at the platform if its API allows that. The profile and the audience are deleted at once, the ' +
    'measurements under the connection within 24 hours. The account stays verified. Without a connection it returns 409 INVALID_STATE.',
});

export const ShareMetrics = declare({
  ...change,
  name: 'ShareMetrics',
  method: 'put',
  path: '/social-accounts/{id}/sharing',
  summary: 'Give or withdraw the consent to share metrics',
  description:
    'Decides whether others may see what is read under the connection of the account: see sharingTexts of the dictionaries. A withdrawal hides it within ' +
    'one second. Without an active connection it returns 409 INVALID_STATE.',
  body: () =>
    z.strictObject({
      enabled: z.boolean().describe('true gives the consent, false withdraws it.'),
      sharingVersion: readVersion(),
    }),
  errors: ['INVALID_STATE', 'VERSION_CONFLICT'],
});
