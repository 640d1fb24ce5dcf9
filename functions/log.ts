/**
 * Logs one line of JSON. Operators search by `event` and alert on the level `error`. The console method matches the level, so that Workers
 * Logs shows the same level. Facts must not hold secrets, personal addresses or query parameters.
 */
export const log = (level: 'info' | 'warn' | 'error', event: string, facts: object): void =>
  console[level](JSON.stringify({ level, event, ...facts }));
