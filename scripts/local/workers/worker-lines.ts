import type { Environment } from '../external-services.ts';
import { SetupProblem } from '../process/setup-problem.ts';

/** Turns a log line of an edge function into the line to print, or null to print nothing. */
export type LineFormat = (line: string) => string | null;

/** LOG_FORMAT: `text` prints a line for each request and each job that changed something; `json` prints the lines of a deployment. */
export function lineFormat({ LOG_FORMAT: format }: Environment): LineFormat {
  if (format === undefined || format === '' || format === 'text') return asText;
  if (format === 'json') return (line) => (factsOf(line)?.event === localRequest ? null : line);
  throw new SetupProblem(`LOG_FORMAT is "${format}". Use text or json.`);
}

/** The event of inside/wrapped.ts. It has the path, and includes answers of the edge cache: a deployment logs neither. */
const localRequest = 'local.request';

function asText(line: string): string | null {
  const facts = factsOf(line);
  if (facts === null) return line;
  const { level, event, ...others } = facts;
  if (event === localRequest)
    return `${String(others.method).padEnd(6)} ${others.path}  ${others.status}  ${others.durationMs} ms`;
  // The line of inside/wrapped.ts has the same request.
  if (event === 'request') return null;
  if (event === 'job.done') return others.done === 0 ? null : `job    ${kindOf(others.job)}  ${others.done} done`;
  const prefix = level === 'info' ? '' : `${String(level).toUpperCase()} `;
  const fields = Object.entries(others).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [`${prefix}${event}`, ...fields].join(' ');
}

const kindOf = (job: unknown): string =>
  typeof job === 'object' && job !== null && 'kind' in job ? String(job.kind) : JSON.stringify(job);

/** The fields of a JSON event; null for any other line. */
function factsOf(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null;
  try {
    const facts: unknown = JSON.parse(line);
    return typeof facts === 'object' && facts !== null && 'event' in facts ? { ...facts } : null;
  } catch {
    return null;
  }
}
