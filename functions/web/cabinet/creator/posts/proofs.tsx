import type { ProofView } from '../../../../../schema/campaigns/proofs.ts';
import { exactly } from '../../../ui/format.ts';
import { Time } from '../../../ui/time.tsx';
import { Known } from '../dash.tsx';

interface Props {
  readonly postId: number;
  readonly proofs: readonly ProofView[];
  readonly hasMore: boolean;
}

/** The screenshots that prove the views of a post. Only some platforms have them. */
export const Proofs = ({ postId, proofs, hasMore }: Props) =>
  proofs.length === 0 ? null : (
    <section class="part" aria-labelledby="proofs">
      <h2 id="proofs">Screenshots of the views</h2>
      <div class="shots">
        {proofs.map(({ id, takenAt, views }) => (
          <figure>
            <a href={`/cabinet/posts/${postId}/proofs/${id}`}>
              <img src={`/cabinet/posts/${postId}/proofs/${id}`} alt="The post in the profile" loading="lazy" />
            </a>
            <figcaption>
              <Known value={views} show={(count) => `${exactly(count)} views`} why="the views are hidden" />
              <br />
              <span class="quiet">
                <Time at={takenAt} />
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
      {hasMore && <p class="quiet small">The API lists the older screenshots.</p>}
    </section>
  );
