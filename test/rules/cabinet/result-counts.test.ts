import { expect, test } from 'vitest';
import { ResultCounts } from '../../../functions/web/cabinet/work/result-counts.tsx';
import type { DeliverableView } from '../../../schema/placements/assignments.ts';
import { wordsOf } from '../../support/html.ts';

const metric: DeliverableView['metrics'][number] = {
  ...{ views: 48_200, likes: null, comments: null, saves: null, measuredAt: '2026-11-20T09:30:00.000Z' },
  ...{ source: 'YOUTUBE_DATA_API', viewDefinition: null, fallen: [], reason: 'HIDDEN' },
  reasons: { likes: 'HIDDEN', comments: 'HIDDEN', saves: 'NOT_OFFERED' },
};
const shown = (metrics: DeliverableView['metrics']) => wordsOf(String(ResultCounts({ result: { metrics } })));

test('known counts are shown each, and unknown ones by their reason, which is said once', () => {
  expect(shown([metric])).toContain(
    '48,200 views – likes and comments: hidden by the publisher – saves: not stated by the platform measured',
  );
});

test('a result without a measurement says so, and shows no zero', () => {
  expect(shown([])).toContain('– not measured yet');
});
