import type { AssignmentView, DeliverableView } from '../../../../schema/placements/assignments.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { outward } from '../../ui/outward.ts';
import { Time } from '../../ui/time.tsx';
import type { View } from '../page.ts';
import { StoredFile } from '../uploads/stored-file.tsx';
import { Deliver } from './deliver.tsx';
import { ResultCounts } from './result-counts.tsx';

interface Props {
  readonly work: AssignmentView;
  readonly view: View;
}

/** Each result with its proofs and metrics. The creator delivers here. */
export const Results = ({ work, view }: Props) => (
  <section class="part" aria-labelledby="results">
    <h2 id="results">Results</h2>
    <ul class="stack">
      {work.deliverables.map((result) => (
        <Result result={result} work={work} view={view} />
      ))}
    </ul>
  </section>
);

const Result = ({ result, work, view }: Props & { readonly result: DeliverableView }) => {
  const { position, expectedAt, description, url, proofs, note, publishedAt, channelRef } = result;
  const isDelivered = url !== null || proofs.length > 0;
  return (
    <li class="card panel work-result">
      <div class="part-head">
        <h3>Result {position}</h3>
        {isDelivered ? <span class="status good">Delivered</span> : <span class="status">Not delivered yet</span>}
      </div>
      <dl class="facts-list">
        <dt>Expected</dt>
        <dd>
          <Time at={expectedAt} />
        </dd>
        {description !== null && (
          <>
            <dt>Description</dt>
            <dd class="prose" dir="auto">
              {description}
            </dd>
          </>
        )}
        {channelRef !== null && (
          <>
            <dt>Channel</dt>
            <dd>
              <a href={outward(channelRef.canonicalUrl)} rel="noopener noreferrer nofollow" dir="auto">
                {platformNames[channelRef.platform]} {channelRef.handle}
              </a>
            </dd>
          </>
        )}
        {url !== null && (
          <>
            <dt>Post</dt>
            <dd>
              <a href={outward(url)} rel="noopener noreferrer nofollow" dir="auto">
                {url}
              </a>
            </dd>
          </>
        )}
        {publishedAt !== null && (
          <>
            <dt>Published</dt>
            <dd>
              <Time at={publishedAt} />
            </dd>
          </>
        )}
        {note !== null && note !== '' && (
          <>
            <dt>Note</dt>
            <dd class="prose" dir="auto">
              {note}
            </dd>
          </>
        )}
        {proofs.length > 0 && <Files work={work} result={result} />}
        {url !== null && (
          <>
            <dt>Metrics</dt>
            <dd>
              <ResultCounts result={result} />
            </dd>
          </>
        )}
      </dl>
      {work.role === 'CREATOR' && work.allowedActions.includes('submit') && (
        <Deliver result={result} work={work} view={view} isDelivered={isDelivered} />
      )}
    </li>
  );
};

const Files = ({ work, result }: { readonly work: AssignmentView; readonly result: DeliverableView }) => (
  <>
    <dt>Files</dt>
    <dd>
      <ul>
        {result.proofs.map((file) => (
          <li>
            <StoredFile file={file} href={`/cabinet/work/${work.id}/files/${file.uploadId}`} />
          </li>
        ))}
      </ul>
    </dd>
  </>
);
