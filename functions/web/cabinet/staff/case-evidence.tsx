import type { StaffCaseView } from '../../../../schema/placements/disputes.ts';
import { outward } from '../../ui/outward.ts';
import { Time } from '../../ui/time.tsx';
import { RightsList } from '../rights/rights-list.tsx';
import { StoredFile } from '../uploads/stored-file.tsx';
import { ResultCounts } from '../work/result-counts.tsx';

/** What was ordered, and what was delivered. */
export const CaseEvidence = ({ found }: { readonly found: StaffCaseView }) => (
  <>
    <section class="part card panel" aria-labelledby="ordered">
      <h2 id="ordered">Ordered</h2>
      <p class="prose" dir="auto">
        {found.brief}
      </p>
      <dl class="facts-list part">
        <dt>Due</dt>
        <dd>
          <Time at={found.dueAt} />
        </dd>
        {found.usageTerms !== null && (
          <>
            <dt>Usage terms</dt>
            <dd class="prose" dir="auto">
              {found.usageTerms}
            </dd>
          </>
        )}
        <RightsList rights={found.rights} />
      </dl>
    </section>
    <section class="part card panel" aria-labelledby="delivered">
      <h2 id="delivered">Delivered</h2>
      <ol class="rows">
        {found.deliverables.map(({ id, position, description, url, note, expectedAt, publishedAt, metrics }) => (
          <li>
            <strong>Result {position}</strong>
            {description !== null && (
              <span class="prose" dir="auto">
                Agreed: {description}
              </span>
            )}
            {url !== null && (
              <a href={outward(url)} rel="noreferrer" target="_blank">
                {url}
              </a>
            )}
            {found.files
              .filter((file) => file.deliverableId === id)
              .map((file) => (
                <span>
                  <StoredFile file={file} href={`/cabinet/staff/disputes/${found.id}/files/${file.uploadId}`} />
                </span>
              ))}
            {url !== null && <ResultCounts result={{ metrics }} />}
            {note !== null && <span dir="auto">{note}</span>}
            <span class="quiet small">
              expected <Time at={expectedAt} />
              {publishedAt !== null && (
                <>
                  , published <Time at={publishedAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  </>
);
