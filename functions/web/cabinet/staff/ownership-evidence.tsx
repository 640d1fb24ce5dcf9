import type { OwnershipCase } from '../../../../schema/creators/ownership-review.ts';
import { exactly } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { accountTones, accountWords, provenBy } from '../creator/accounts/account-words.ts';
import { Known } from '../creator/dash.tsx';
import { inWords, Status } from '../frame/status.tsx';
import { StoredFile } from '../uploads/stored-file.tsx';

interface Props {
  readonly found: OwnershipCase;
}

/** The search for the code in the bio, and its result. */
export const CodeSearch = ({ found }: Props) => (
  <section class="part card panel" aria-labelledby="code">
    <h2 id="code">Code in the bio</h2>
    <dl class="facts-list">
      <dt>Code</dt>
      <dd>
        <code>{found.code}</code>, valid until <Time at={found.codeExpiresAt} />
      </dd>
      <dt>Result</dt>
      <dd>
        <Result found={found} />
      </dd>
      {found.checkedAt !== null && (
        <>
          <dt>Last search</dt>
          <dd>
            <Time at={found.checkedAt} />
          </dd>
        </>
      )}
      {found.decidedAt === null && found.isCodeFound !== true && (
        <>
          <dt>Searches left</dt>
          <dd>{found.searchesLeft}</dd>
        </>
      )}
    </dl>
    {found.provenBy !== null && (
      <p class="notice">
        Another creator has verified this channel. You can approve this proof only after you withdraw{' '}
        <a href={`/cabinet/staff/ownership/${found.provenBy}`}>the other creator’s verification</a>.
      </p>
    )}
  </section>
);

const Result = ({ found: { checkedAt, isCodeFound, searchesLeft } }: Props) => {
  if (checkedAt === null)
    return searchesLeft === 0
      ? 'We cannot search this channel. Look at the bio yourself.'
      : 'The platform has not answered yet.';
  if (isCodeFound === null) return 'The result of this search was not recorded. Look at the bio yourself.';
  return isCodeFound ? (
    <Status of="The bio has the code" tone="good" />
  ) : (
    <Status of="The bio has no such code" tone="bad" />
  );
};

/** What the creator has sent for the review. */
export const Evidence = ({ found }: Props) => (
  <section class="part card panel" aria-labelledby="evidence">
    <h2 id="evidence">Evidence</h2>
    <dl class="facts-list">
      <dt>Creator</dt>
      <dd>
        <a href={`/creators/${found.creator.publicId}`} dir="auto">
          {found.creator.displayName}
        </a>
      </dd>
      {found.submittedAt !== null && (
        <>
          <dt>Submitted</dt>
          <dd>
            <Time at={found.submittedAt} />
          </dd>
        </>
      )}
      <dt>Note</dt>
      <dd class="prose" dir="auto">
        {found.note ?? 'none'}
      </dd>
      <dt>Files</dt>
      <dd>{found.evidence.length === 0 ? 'none' : <Files found={found} />}</dd>
      {found.decidedAt !== null && <Decision found={found} />}
    </dl>
  </section>
);

const Files = ({ found: { channelId, evidence } }: Props) => (
  <ul>
    {evidence.map((file) => (
      <li>
        <StoredFile file={file} href={`/cabinet/staff/ownership/${channelId}/files/${file.uploadId}`} />
      </li>
    ))}
  </ul>
);

const Decision = ({ found: { decidedAt, reviewerId, reason } }: Props) => (
  <>
    <dt>Decided</dt>
    <dd>
      {decidedAt !== null && <Time at={decidedAt} />} by{' '}
      {reviewerId === null ? (
        'the search for the code'
      ) : (
        <a href={`/cabinet/staff/users/${reviewerId}`}>user {reviewerId}</a>
      )}
    </dd>
    {reason !== null && (
      <>
        <dt>Reason</dt>
        <dd class="prose" dir="auto">
          {reason}
        </dd>
      </>
    )}
  </>
);

/** The social account that the creator has for the channel, with its metrics. */
export const ReviewedAccount = ({ account }: { readonly account: OwnershipCase['account'] }) => (
  <section class="part card panel" aria-labelledby="account">
    <h2 id="account">Social account</h2>
    {account === null ? (
      <p class="quiet">The creator has added no account with this name, so we have no metrics for it.</p>
    ) : (
      <dl class="facts-list">
        <dt>Account</dt>
        <dd>
          <a href={`/cabinet/staff/accounts/${account.id}`} dir="auto">
            {account.title ?? account.handle}
          </a>{' '}
          <Status of={accountWords[account.status]} tone={accountTones[account.status]} />
        </dd>
        <dt>Verified</dt>
        <dd>
          {account.verifiedVia === null ? 'not yet' : provenBy[account.verifiedVia]}
          {account.verifiedAt !== null && (
            <>
              , <Time at={account.verifiedAt} />
            </>
          )}
        </dd>
        <dt>Followers</dt>
        <dd>
          <Known value={account.followers} show={exactly} why="not known, or not shown by the owner" />
        </dd>
        <dt>Last read</dt>
        <dd>{account.profileAt === null ? 'not yet' : <Time at={account.profileAt} />}</dd>
      </dl>
    )}
  </section>
);

export const History = ({ found }: Props) => (
  <section class="part card panel" aria-labelledby="history">
    <h2 id="history">History</h2>
    <ol class="timeline">
      {found.history.map(({ kind, actor, reason, at }) => (
        <li>
          <span>
            {inWords(kind)} <span class="quiet">by {actor.toLowerCase()}</span>
          </span>
          {reason !== null && <span dir="auto">“{reason}”</span>}
          <span class="quiet small">
            <Time at={at} />
          </span>
        </li>
      ))}
    </ol>
  </section>
);
