import type { ProofView } from '../../../../schema/campaigns/proofs.ts';
import { exactly } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';

interface Props {
  readonly proofs: readonly ProofView[];
  /** The path of the post. */
  readonly post: string;
}

/** The screenshots of a post as pictures, each with its time and its views. */
export const PostProofs = ({ proofs, post }: Props) => (
  <div class="proofs">
    {proofs.map((proof) => (
      <figure class="card">
        <a href={`${post}/proofs/${proof.id}`}>
          <img src={`${post}/proofs/${proof.id}`} alt={`Screenshot ${proof.id} of the post`} loading="lazy" />
        </a>
        <figcaption>
          <Time at={proof.takenAt} />
          <span class="under">
            {proof.views === null
              ? '– views: hidden by the platform, or not shown to you'
              : `${exactly(proof.views)} views`}
          </span>
        </figcaption>
      </figure>
    ))}
  </div>
);
