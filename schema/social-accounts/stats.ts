import * as z from 'zod';
import { audienceSources } from '../creators/creators.ts';
import { pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { maxSnapshots } from './account-limits.ts';
import { sessionStatuses } from './stats-session-terms.ts';

export const statsSession = lazy(() =>
  z
    .strictObject({
      id: z.int().nullable().describe('Id of the session.'),
      status: z
        .enum(sessionStatuses)
        .describe(
          'NONE: there was no recording session, or the last one ended without a decision; then all other fields are null.',
        ),
      openedAt: instant().nullable().describe('When the creator opened it.'),
      expiresAt: instant().nullable().describe('Until then the recording can be uploaded.'),
      decidedAt: instant().nullable(),
      reason: z.string().nullable().describe('What staff has noted on its decision; always there after a rejection.'),
    })
    .meta({ id: 'StatsSession' }),
);
export type SessionView = z.output<ReturnType<typeof statsSession>>;

const snapshot = lazy(() =>
  z
    .strictObject({
      source: z.enum(audienceSources).describe('How the service got it.'),
      capturedAt: instant().describe('The time that it describes.'),
      verifiedAt: instant().nullable().describe('null: not verified, and shown to nobody else.'),
      periodDays: z.int().positive().nullable().describe('Days that the shares cover; null if not provided.'),
      geo: z.array(
        z.strictObject({
          country: z.string().describe('ISO 3166-1 alpha-2 code.'),
          share: z.number().describe('From 0 to 1.'),
        }),
      ),
      demo: z
        .array(z.strictObject({ age: z.string(), gender: z.string(), share: z.number().describe('From 0 to 1.') }))
        .describe('Shares by age and gender, as the source groups them.'),
      followers: z.int().nonnegative().nullable().describe('Followers at that time; null if not provided.'),
    })
    .meta({ id: 'AudienceSnapshot' }),
);
export type SnapshotView = z.output<ReturnType<typeof snapshot>>;

const stats = lazy(() =>
  z
    .strictObject({
      session: statsSession(),
      audience: snapshot().nullable().describe('The latest snapshot; null if there is none.'),
      history: z.array(snapshot()).max(maxSnapshots).describe(`The latest ${maxSnapshots} snapshots, newest first.`),
    })
    .meta({ id: 'AccountStats' }),
);
export type StatsView = z.output<ReturnType<typeof stats>>;

export const GetAccountStats = declare({
  name: 'GetAccountStats',
  method: 'get',
  path: '/social-accounts/{id}/stats',
  access: 'participant',
  role: 'CREATOR',
  tag: 'Social accounts',
  summary: 'Get the audience of a social account',
  description:
    'Returns the current recording session, the latest snapshot of the audience and the earlier ones. What was never provided is null.',
  params: () => z.object({ id: pathId() }),
  success: 200,
  answer: () => dataOf(stats()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});
