import * as z from 'zod';
import { lazy } from '../shared/lazy.ts';
import { factoryAccount, factoryAccountDetail } from './factory-account.ts';
import { baseline, factoryMetrics, factorySummary, historyPoint, postPoint } from './factory-metrics.ts';
import { factoryPost } from './factory-post.ts';

const metrics = lazy(() => factoryMetrics().partial().meta({ id: 'ReportMetrics' }));
export type ReportMetrics = z.output<ReturnType<typeof metrics>>;

const reportPostPoint = lazy(() => postPoint().partial().required({ date: true }).meta({ id: 'ReportPostPoint' }));
export type ReportPostPoint = z.output<ReturnType<typeof reportPostPoint>>;

const reportBaseline = lazy(() => baseline().partial().required({ date: true }).meta({ id: 'ReportBaseline' }));
export type ReportBaseline = z.output<ReturnType<typeof reportBaseline>>;

const reportHistoryPoint = lazy(() => {
  const { growth, ...rest } = historyPoint().shape;
  return z
    .strictObject({
      ...rest,
      growth: growth
        .unwrap()
        .partial()
        .nullable()
        .describe('Changes since snapshotBaseline; null without a baseline. er and saves have no growth.'),
    })
    .partial()
    .required({ date: true, growth: true })
    .meta({ id: 'ReportHistoryPoint' });
});
export type ReportHistoryPoint = z.output<ReturnType<typeof reportHistoryPoint>>;

const history = lazy(() => ({
  history: z
    .array(reportHistoryPoint())
    .describe(
      'One point for each UTC day with a measurement between `from` and `to`, the oldest first. At most the last 366 points.',
    ),
  snapshotBaseline: reportBaseline()
    .nullable()
    .describe('The last point at or before `from`; null without `from`, or if there is no such point.'),
}));

/** The sums of a report, without what it hides. */
export const reportSummary = lazy(() => {
  const { totals: _, history: __, snapshotBaseline: ___, ...sums } = factorySummary().shape;
  return z
    .strictObject({
      ...z.strictObject(sums).partial().shape,
      totals: metrics(),
      ...history(),
    })
    .meta({ id: 'ReportSummary' });
});
export type ReportSummary = z.output<ReturnType<typeof reportSummary>>;

const hideable = { posts: true, lastScannedAt: true, nextScanAt: true, reasons: true } as const;

/** An account of a report, without what the report hides. */
export const reportAccount = lazy(() =>
  factoryAccount().partial(hideable).extend({ metrics: metrics() }).meta({ id: 'ReportAccount' }),
);
export type ReportAccount = z.output<ReturnType<typeof reportAccount>>;

const reportAccountDetail = lazy(() =>
  factoryAccountDetail()
    .partial(hideable)
    .extend({ metrics: metrics(), ...history() })
    .meta({ id: 'ReportAccountDetail' }),
);
/** An account with its history, without what a report hides. */
export type ReportAccountDetail = z.output<ReturnType<typeof reportAccountDetail>>;

/** A post of a report, without what the report hides. */
export const reportPost = lazy(() => {
  const flag = factoryPost().shape.flags.element;
  return factoryPost()
    .partial({ lastScannedAt: true, source: true, viewDefinition: true })
    .extend({
      metrics: metrics(),
      history: z
        .array(reportPostPoint())
        .describe(
          'One point for each of the last UTC days with a measurement between `from` and `to`, the oldest first.',
        ),
      snapshotBaseline: reportPostPoint()
        .nullable()
        .describe('The last point at or before `from`; null without `from`, or if there is no such point.'),
      flags: z.array(flag.partial({ at: true })),
    })
    .meta({ id: 'ReportPost' });
});
export type ReportPost = z.output<ReturnType<typeof reportPost>>;
