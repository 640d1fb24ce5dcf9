import type { SavedCreatorView } from '../../../../schema/saved-lists/saved-lists.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { postsOf } from '../../ui/charts/coverage.tsx';
import { Measured } from '../../ui/charts/measured.tsx';
import { Day } from '../../ui/day.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { BestViews, bestViews, countOfServices, lowestPrice } from '../../ui/metrics.tsx';
import { Table } from '../frame/table.tsx';

import type { View } from '../page.ts';

interface Props {
  readonly creators: readonly SavedCreatorView[];
  readonly view: View;
}

/** The creators of a list. The boxes belong to the form that compares. */
export const SavedCreators = ({ creators, view }: Props) => (
  <Table
    caption="Creators, the last saved one first"
    columns={['Creator', 'Average views', 'Services, from', 'Saved', { actions: 'Actions' }]}
  >
    {creators.map((creator) => (
      <Row creator={creator} view={view} />
    ))}
  </Table>
);

const Row = ({
  creator: { publicId, savedAt, entry },
  view,
}: {
  readonly creator: SavedCreatorView;
  readonly view: View;
}) => {
  const remove = <Form of={view.form('remove', publicId)} submit="Remove" isQuiet isInline />;
  if (entry === null)
    return (
      <tr>
        <th scope="row">
          <span>
            <span class="main">Unavailable creator</span>
            <span class="under">The page is not public at the moment.</span>
          </span>
        </th>
        <td data-label="Average views">–</td>
        <td data-label="Services, from">–</td>
        <td data-label="Saved">
          <Day at={savedAt} />
        </td>
        <td class="action">{remove}</td>
      </tr>
    );
  const best = bestViews(entry.metrics);
  return (
    <tr>
      <th scope="row">
        <span class="choose">
          <input
            type="checkbox"
            form="compare"
            name="creators"
            value={publicId}
            aria-label={`Compare ${entry.displayName}`}
          />
          <span>
            <a class="main" href={`/creators/${publicId}`} dir="auto">
              {entry.displayName}
            </a>
            <span class="under">
              {[...new Set(entry.channels.map(({ platform }) => platformNames[platform]))].join(', ')}
            </span>
          </span>
        </span>
      </th>
      <td data-label="Average views">
        <span>
          <BestViews metrics={entry.metrics} />
          {best !== null && (
            <>
              <span class="under">mean of {postsOf(best.sampleSize)}</span>
              <Measured at={best.measuredAt} isOldest isInCell />
            </>
          )}
        </span>
      </td>
      <td data-label="Services, from">
        <span>
          {lowestPrice(entry.services)}
          <span class="under">{countOfServices(entry.servicesTotal)}</span>
        </span>
      </td>
      <td data-label="Saved">
        <Day at={savedAt} />
      </td>
      <td class="action">
        <div class="row-actions">
          <a class="button" href={`/cabinet/orders/new?creator=${publicId}`}>
            Order<span class="unseen"> from {entry.displayName}</span>
          </a>
          {remove}
        </div>
      </td>
    </tr>
  );
};
