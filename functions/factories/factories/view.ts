import type { FactoryRecord } from '../../../db/factories/factories.ts';
import { type FactoryView, scansPerDay } from '../../../schema/factories/factory.ts';
import { maxPosts } from '../../../schema/factories/factory-terms.ts';
import { currentDefinitions } from '../../../schema/metrics/metric-terms.ts';

/** The factory as its owner sees it. */
export const viewFactory = ({ sums, ...factory }: FactoryRecord): FactoryView => ({
  id: factory.id,
  version: factory.version,
  name: factory.name,
  status: factory.status,
  pauseReason: factory.pauseReason,
  neededCredits: factory.neededCredits,
  intervalHours: factory.intervalHours,
  trackingDays: factory.trackingDays,
  scansPerPostPerDay: scansPerDay(factory.intervalHours),
  hiddenFields: [...factory.hiddenFields],
  accounts: sums.accounts,
  posts: sums.posts,
  limitReached: sums.posts >= maxPosts.ofFactory,
  views: sums.views,
  viewDefinitions: currentDefinitions(sums.platforms),
  lastScannedAt: sums.lastScannedAt,
  createdAt: factory.createdAt,
});

interface Answer {
  readonly data: FactoryView;
}

/** An answer, and what the key stores of it: no metrics, because the platforms' terms limit how long they may be stored. */
export function answerOf(factory: FactoryRecord): { readonly answer: Answer; readonly kept: Answer } {
  const data = viewFactory(factory);
  return { answer: { data }, kept: { data: { ...data, views: null, viewDefinitions: [] } } };
}

/** A stored answer with the current metrics. */
export const replayFactory = ({ data }: Answer, factory: FactoryRecord): Answer => ({
  data: { ...data, views: factory.sums.views, viewDefinitions: currentDefinitions(factory.sums.platforms) },
});
