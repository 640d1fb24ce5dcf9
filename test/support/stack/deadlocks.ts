import { readFileSync } from 'node:fs';
import type { StackAddresses } from './stack-addresses.ts';

/**
 * The number of deadlocks in the database of a stack until now. Postgres ends one transaction of a deadlock after a second, and the service retries
 * it: with one order of locks there are none.
 */
export const countDeadlocks = ({ postgresLog }: Pick<StackAddresses, 'postgresLog'>): number =>
  readFileSync(postgresLog, 'utf8').split('deadlock detected').length - 1;
