/**
 * One line of JSON: operators search by `event` and alert on the level `error`. The console's method is that of the level, so that
 * Workers Logs shows the same level. No fact may hold a secret, an address of a person or what a query was given.
 */
export const log = (level: 'info' | 'warn' | 'error', event: string, facts: object): void =>
  console[level](JSON.stringify({ level, event, ...facts }));
