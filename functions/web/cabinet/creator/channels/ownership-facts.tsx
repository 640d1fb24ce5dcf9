import type { OwnershipClaim } from '../../../../../schema/creators/ownership-claim.ts';
import { Time } from '../../../ui/time.tsx';

interface Props {
  readonly claim: OwnershipClaim;
}

/** The code, and what to do with it. */
export const OwnershipCode = ({ claim: { code, codeExpiresAt }, now }: Props & { readonly now: Date }) => {
  if (code === null || codeExpiresAt === null) return null;
  if (new Date(codeExpiresAt) <= now) return <p>Your code has expired. Get a new one.</p>;
  return (
    <>
      <ol class="steps">
        <li>Put this code into the bio of the channel, and leave it there until the proof is decided.</li>
        <li>Press Submit.</li>
      </ol>
      <div class="secret">
        <code id="code">{code}</code>
        <button type="button" data-copy="code" class="secondary">
          Copy
        </button>
      </div>
      <p class="quiet small">
        The code is valid until <Time at={codeExpiresAt} />.
      </p>
    </>
  );
};

/** The times of the proof. */
export const OwnershipFacts = ({ claim: { submittedAt, checkedAt, decidedAt, note } }: Props) => (
  <section class="card panel" aria-labelledby="history">
    <h2 id="history">History</h2>
    <dl class="facts-list">
      <dt>Submitted</dt>
      <dd>{submittedAt === null ? 'not yet' : <Time at={submittedAt} />}</dd>
      <dt>Checked</dt>
      <dd>{checkedAt === null ? 'not yet' : <Time at={checkedAt} />}</dd>
      <dt>Decided</dt>
      <dd>{decidedAt === null ? 'not yet' : <Time at={decidedAt} />}</dd>
      {note !== null && (
        <>
          <dt>Your note</dt>
          <dd dir="auto">{note}</dd>
        </>
      )}
    </dl>
  </section>
);
