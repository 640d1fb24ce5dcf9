import { errorStatus, type Refusal } from '../../schema/shared/errors.ts';
import { log } from '../log.ts';
import { asRefusal } from './problem.ts';

export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, never the URL: paths and queries can hold secrets. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly actor: number | null;
}

/** Logs one line of JSON for each failed request, and for this percentage of the others. */
export function logRequest(line: RequestLine, percent: number): void {
  if (line.status >= 500) log('error', 'request', line);
  else if (percent === 100 || Math.random() * 100 < percent) log('info', 'request', line);
}

/** The cause of a 500 or 503, logged under the request id. Callers do not see it. */
export function logFailure(requestId: string, refusal: Refusal, thrown: unknown): void {
  const cause = thrown === refusal ? refusal.cause : thrown;
  log('error', 'failure', { requestId, code: refusal.code, cause: causesOf(cause) });
}

/** A failure of work that ran after the answer was sent. A refusal, such as for an account that was blocked meanwhile, is none. */
export const logDeferred = (requestId: string) => (thrown: unknown) => {
  const refusal = asRefusal(thrown);
  if (errorStatus[refusal.code] >= 500) logFailure(requestId, refusal, thrown);
};

/** Names, SQLSTATEs, messages and frames; never the parameters of a query. */
function causesOf(thrown: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let at = thrown; at instanceof Error && causes.length < 4; at = at.cause) {
    const { code } = at as Error & { code?: unknown };
    causes.push({
      name: at.name,
      code,
      message: at.message.slice(0, 300),
      at: at.stack
        ?.split('\n')
        .slice(1, 5)
        .map((l) => l.trim()),
    });
  }
  return causes;
}
