import type { SocialAccountView } from '../../../../../schema/social-accounts/account.ts';
import type { StatsView } from '../../../../../schema/social-accounts/stats.ts';
import { sessionHours } from '../../../../../schema/social-accounts/stats-session-terms.ts';
import { kindsOfPurpose } from '../../../../../schema/uploads/uploads.ts';
import { ShareCharts } from '../../../site/audience.tsx';
import { exactly } from '../../../ui/format.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { Time } from '../../../ui/time.tsx';
import { sourceNames } from '../../../ui/wording.ts';
import { Status, type StatusTone } from '../../frame/status.tsx';
import { Table } from '../../frame/table.tsx';
import type { View } from '../../page.ts';
import { FileInput, NeedsScript } from '../../uploads/files-field.tsx';
import { Known } from '../dash.tsx';

interface Props {
  readonly account: SocialAccountView;
  readonly stats: StatsView;
  /** Whether a recording session can begin. */
  readonly isUsable: boolean;
  readonly view: View;
}

const noAudience: Readonly<Record<SocialAccountView['statsAvailability'], string>> = {
  AVAILABLE: 'We have not read it yet. It appears here after the next reading.',
  PENDING: 'We do not know the audience. Connect the account, or prove the audience with a recording.',
  UNAVAILABLE: 'We cannot read audiences at this platform. Prove yours with a recording.',
};

/** A connection gives us the audience, and the first reading takes some minutes. */
const isBeingRead = ({ statsAvailability, socialConnection }: SocialAccountView): boolean =>
  statsAvailability === 'PENDING' && socialConnection?.status === 'ACTIVE';

/** The audience of an account, its history, and its proof by a recording. */
export const AccountStats = ({ account, stats: { audience, history, session }, isUsable, view }: Props) => (
  <>
    <section class="part card panel stack" aria-labelledby="audience">
      <h2 id="audience">Audience</h2>
      {audience === null ? (
        <p>
          <span aria-hidden="true">–</span>{' '}
          <span class="quiet">
            {isBeingRead(account) ? noAudience.AVAILABLE : noAudience[account.statsAvailability]}
          </span>
        </p>
      ) : (
        <>
          <div class="share-charts">
            <ShareCharts geo={audience.geo} demo={audience.demo} />
          </div>
          <p class="quiet small">
            Source: {sourceNames[audience.source]}. Captured <Time at={audience.capturedAt} />
            {audience.periodDays !== null && `, for a period of ${audience.periodDays} days`}.{' '}
            {audience.verifiedAt === null && 'It is not verified, so nobody else sees it.'}
          </p>
        </>
      )}
    </section>
    <Recording session={session} isUsable={isUsable} view={view} />
    {history.length > 0 && <History history={history} view={view} />}
  </>
);

const shownSnapshots = 10;

const History = ({ history, view }: Pick<StatsView, 'history'> & Pick<Props, 'view'>) => {
  const isShort = view.query.history !== 'all' && history.length > shownSnapshots;
  return (
    <section class="part" aria-labelledby="history">
      <h2 id="history">History</h2>
      <Table columns={['Captured', 'Source', { number: 'Followers' }, 'Verified']}>
        {(isShort ? history.slice(0, shownSnapshots) : history).map(({ capturedAt, source, followers, verifiedAt }) => (
          <tr>
            <th scope="row">
              <Time at={capturedAt} />
            </th>
            <td data-label="Source">{sourceNames[source]}</td>
            <td data-label="Followers" class="number">
              <span>
                <Known value={followers} show={exactly} why="not provided" />
              </span>
            </td>
            <td data-label="Verified">{verifiedAt === null ? 'no' : <Time at={verifiedAt} />}</td>
          </tr>
        ))}
      </Table>
      {isShort && (
        <p>
          <a href={`${view.path}?history=all#history`}>Show all {history.length} snapshots</a>
        </p>
      )}
    </section>
  );
};

type Session = StatsView['session'];
const tones: Readonly<Record<Session['status'], StatusTone>> = {
  NONE: 'quiet',
  OPEN: 'open',
  UPLOADED: 'open',
  VERIFIED: 'good',
  REJECTED: 'bad',
};
const words: Readonly<Record<Session['status'], string>> = {
  NONE: 'No recording',
  OPEN: 'Waits for your recording',
  UPLOADED: 'In review',
  VERIFIED: 'Verified',
  REJECTED: 'Rejected',
};

const Recording = ({ session, isUsable, view }: Pick<Props, 'isUsable' | 'view'> & { readonly session: Session }) => (
  <section class="part card panel stack" aria-labelledby="recording">
    <h2 id="recording">Recording of the statistics</h2>
    <p class="quiet">
      If the platform gives Castline no audience, record your screen while the platform shows you the statistics, and
      upload the video. Our staff reads the audience from it.
    </p>
    <p>
      <Status of={words[session.status]} tone={tones[session.status]} />
    </p>
    {session.status === 'OPEN' && session.expiresAt !== null && (
      <p>
        Upload the video before <Time at={session.expiresAt} />.
      </p>
    )}
    {session.status === 'OPEN' && (
      <div data-uploads={session.id} data-of={session.id} data-reloads="">
        <NeedsScript />
        <div class="scripted-only input">
          <FileInput id="video" label="Video" kinds={kindsOfPurpose.recording} isSingle />
        </div>
      </div>
    )}
    {session.reason !== null && (
      <p class={session.status === 'REJECTED' ? 'notice' : 'quiet'} dir="auto">
        {session.reason}
      </p>
    )}
    {isUsable && session.status !== 'OPEN' && session.status !== 'UPLOADED' && (
      <Form
        of={view.form('record')}
        submit="Open a recording session"
        isQuiet
        beside={<span class="quiet small">Then you have {sessionHours} hours to upload the video.</span>}
      />
    )}
  </section>
);
