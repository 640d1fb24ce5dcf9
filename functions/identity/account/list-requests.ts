import { type RequestRow, type RequestsPage, requestsPage } from '../../../db/identity/api-requests.ts';
import type { LoggedRequestView } from '../../../schema/identity/requests.ts';
import type { statusClasses } from '../../../schema/shared/enums.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { loggedSince } from './logged-since.ts';

interface Input extends Omit<RequestsPage, 'statusClass' | 'since'> {
  readonly statusClass?: (typeof statusClasses)[number] | undefined;
}

/** The logged requests of the caller's keys, newest first. Those that wait for the sweep are no longer in it. */
export async function listRequests(
  { db, actor, now }: Ctx,
  { statusClass, ...page }: Input,
): Promise<Page<LoggedRequestView>> {
  const firstDigit = statusClass === undefined ? undefined : Number(statusClass[0]);
  const rows = await db.read(
    requestsPage(actor.userId, { ...page, since: loggedSince(now()), statusClass: firstDigit }),
  );
  return pageOf(rows.map(viewRequest), page.limit, ({ id }) => id);
}

const viewRequest = (row: RequestRow): LoggedRequestView => ({
  id: row.id,
  at: row.at.toISOString(),
  keyId: row.keyId,
  keyName: row.keyName,
  requestId: row.requestId,
  method: row.method,
  path: row.path,
  status: row.status,
  errorCode: row.errorCode,
  durationMs: row.durationMs,
});
