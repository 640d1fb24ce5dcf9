import { assignmentStatuses } from '../../../schema/shared/enums.ts';
import { usdt } from '../../../schema/shared/money.ts';
import type { Example } from './example.ts';
import { viewDefinitions } from './factory-rows.ts';
import { amounts, creatorPublicId } from './market.ts';

const nothing = usdt(0n);
/** Five streams that were approved on the last day, without any measurements. */
const engagement = {
  scope: 'accepted_video',
  views: 0,
  likes: 0,
  comments: 0,
  er: null,
  saves: null,
  erCoverage: { measuredPosts: 0, totalPosts: 5 },
  savesCoverage: { measuredPosts: 0, totalPosts: 5 },
  updatedAt: null,
  savesUpdatedAt: null,
};
const measured = {
  ...engagement,
  views: 48_200,
  likes: 1_930,
  comments: 161,
  er: 4.34,
  erCoverage: { measuredPosts: 4, totalPosts: 5 },
  updatedAt: '2026-12-26T04:05:02.118Z',
};
const day = (date: string) => ({ date, funded: 0, accepted: 0, deliveredResults: 0, approved: 0, ...noMoney });
const noMoney = { reserved: nothing, spent: nothing, refunded: nothing };
const spent = { ...noMoney, spent: amounts.total };

const report = (of: object, viewDefinitions: readonly object[]) => ({
  totals: {
    orders: 1,
    assignments: 1,
    creators: 1,
    orderedResults: 5,
    deliveredResults: 5,
    ...spent,
    acceptSeconds: { average: 20_025, median: 20_025, count: 1 },
    deliverSeconds: { average: 3_035_235, median: 3_035_235, count: 1 },
  },
  byStatus: assignmentStatuses.map((status) => ({
    status,
    assignments: status === 'APPROVED' ? 1 : 0,
    total: status === 'APPROVED' ? amounts.total : nothing,
  })),
  byCreator: [
    {
      creatorPublicId,
      displayName: 'Mika Plays',
      assignments: 1,
      deliveredResults: 5,
      ...spent,
      engagement: of,
      viewDefinitions,
    },
  ],
  series: [
    { ...day('2026-12-25'), deliveredResults: 5 },
    { ...day('2026-12-26'), approved: 1, ...spent },
  ],
  engagement: of,
  viewDefinitions,
});

export const analyticsExamples: Readonly<Record<string, Example>> = {
  ReadPlacementAnalytics: { answer: { data: report(measured, viewDefinitions) } },
  ReadOrderAnalytics: { answer: { data: report(engagement, []) } },
};
