import type { Refusal } from '../../schema/shared/errors.ts';
import { log } from '../log.ts';
import { asRefusal } from './problem.ts';

export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, never the URL: paths and queries can hold what no log may. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly actor: number | null;
}

/** One JSON line a request. */
export function logRequest(line: RequestLine): void {
  log(line.status >= 500 ? 'error' : 'info', 'request', line);
}

/** What the caller is not told: the cause of a 500 or a 503, under the request id. */
export function logFailure(requestId: string, refusal: Refusal, thrown: unknown): void {
  const cause = thrown === refusal ? refusal.cause : thrown;
  log('error', 'failure', { requestId, code: refusal.code, cause: causesOf(cause) });
}

/** What failed after the answer had left. */
export const logDeferred = (requestId: string) => (thrown: unknown) => logFailure(requestId, asRefusal(thrown), thrown);

/** Names, SQLSTATEs, messages and frames; never a query's parameters. */
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
