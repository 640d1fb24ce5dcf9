import { loggedDays } from '../../../schema/identity/requests.ts';

/** The log has the requests of the last days: from this time on. */
export const loggedSince = (now: Date): Date => new Date(now.getTime() - loggedDays * 86_400_000);
