import { type Answer, json } from '../../endpoint.ts';

/** Meta's error object (Graph API, "Handling Errors"). */
export const problem = (status: number, code: number, message: string, subcode?: number): Answer =>
  json(status, {
    error: {
      message,
      type: code === 190 || code === 10 ? 'OAuthException' : 'IGApiException',
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      fbtrace_id: 'AcV1sImu1atedTraceXyz',
    },
  });

export const badToken = problem(400, 190, 'Error validating access token: The session is invalid.', 463);
export const noPermission = problem(403, 10, '(#10) Application does not have permission for this action');
export const unsupported = (what: string): Answer => problem(400, 100, `(#100) ${what}`);
export const notFound = (id: string): Answer =>
  problem(
    400,
    100,
    `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    33,
  );

/** The used percent of the limit of the application, and of the account with the minutes until it opens. */
export function withUsage(answer: Answer, usage: { app: number } | { account: string; used: number }): Answer {
  const percents = (used: number) => ({ call_count: used, total_cputime: 3, total_time: 4 });
  const headers: Record<string, string> =
    'app' in usage
      ? { 'x-app-usage': JSON.stringify(percents(usage.app)) }
      : {
          'x-business-use-case-usage': JSON.stringify({
            [usage.account]: [
              {
                type: 'instagram',
                ...percents(usage.used),
                estimated_time_to_regain_access: usage.used >= 100 ? 19 : 0,
              },
            ],
          }),
        };
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
