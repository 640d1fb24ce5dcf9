import type { ProofView } from '../../../../../schema/campaigns/proofs.ts';
import { exactly } from '../../../ui/format.ts';
import { Time } from '../../../ui/time.tsx';
import { Known } from '../dash.tsx';

interface Props {
  /** The path of the post. */
  readonly post: string;
  readonly proofs: readonly ProofView[];
}

/** The screenshots that prove the views of a post. Only some platforms have them. */
export const Proofs = ({ post, proofs, nextCursor }: Props & { readonly nextCursor: string | null }) =>
  proofs.length === 0 ? null : (
    <section class="part" aria-labelledby="proofs">
      <h2 id="proofs">Screenshots of the views</h2>
      <Shots post={post} proofs={proofs} />
      {nextCursor !== null && (
        <p>
          <a href={`${post}/proofs?cursor=${nextCursor}`}>Older screenshots</a>
        </p>
      )}
    </section>
  );

export const Shots = ({ post, proofs }: Props) => (
  <div class="shots">
    {proofs.map(({ id, takenAt, views }) => (
      <figure>
        <a href={`${post}/proofs/${id}`}>
          <img src={`${post}/proofs/${id}`} alt="The post in the profile" loading="lazy" />
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
);
