import { log } from '../../log.ts';
import { botsAmong, gatherer } from '../../platform/gather.ts';

interface PageVisit {
  readonly publicId: string;
  readonly at: Date;
  readonly userAgent: string;
}

/** The most pages of a message. */
const maxPages = 500;

/** Sends a visit of the page of a creator to the queue that counts it, after the answer. The visit of a bot is dropped. */
export const reportPageVisit = gatherer<PageVisit>(async (visits, enqueue) => {
  const bots = await botsAmong(visits.map(({ userAgent }) => userAgent));
  const people = visits.filter(({ userAgent }) => !bots.has(userAgent));
  const byDay = Map.groupBy(people, ({ at }) => at.toISOString().slice(0, 10));
  for (const ofDay of byDay.values()) {
    const pages = [...Map.groupBy(ofDay, ({ publicId }) => publicId)].map(([publicId, own]) => ({
      publicId,
      visits: own.length,
    }));
    const at = (ofDay[0]?.at ?? new Date()).toISOString();
    for (let from = 0; from < pages.length; from += maxPages) {
      const batch = pages.slice(from, from + maxPages);
      // No retry: if only the response was lost, a retry would count the visits twice.
      await enqueue([{ kind: 'count-page-visits', batchId: crypto.randomUUID(), at, pages: batch }]).catch((error) =>
        log('error', 'visits.not-queued', { pages: batch.length, cause: String(error) }),
      );
    }
  }
});
