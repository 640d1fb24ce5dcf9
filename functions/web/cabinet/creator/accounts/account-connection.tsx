import type { SocialAccountView } from '../../../../../schema/social-accounts/account.ts';
import { sharingTexts, sharingVersion } from '../../../../../schema/social-accounts/sharing-text.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { Hidden } from '../../../ui/forms/inputs.tsx';
import { Time } from '../../../ui/time.tsx';
import { Confirm } from '../../frame/confirm.tsx';
import { Status } from '../../frame/status.tsx';
import type { View } from '../../page.ts';
import { connectionTones, connectionWords } from './account-words.ts';
import { ConnectForm } from './connect-form.tsx';
import { permissionWords } from './permission-words.ts';

interface Props {
  readonly account: SocialAccountView;
  readonly view: View;
}

/** The connection by a sign-in: its health, the consent to share metrics, and its end. */
export const AccountConnection = ({ account, view }: Props) => {
  const { platform, socialConnection: connection } = account;
  const isActive = connection?.status === 'ACTIVE';
  return (
    <section class="card panel stack" aria-labelledby="connection">
      <h2 id="connection">Connection</h2>
      {connection === undefined ? (
        <p class="quiet">
          Not connected. With a connection we read what the platform shows only to you, such as your audience.
        </p>
      ) : (
        <Health connection={connection} />
      )}
      {isActive ? (
        <>
          <Sharing connection={connection} view={view} />
          <Confirm
            of={view.form('disconnect')}
            label="Disconnect"
            question="End the connection?"
            explanation="Castline deletes its access, the profile and the audience at once, and the measurements within 24 hours. The account stays verified."
          >
            <Form of={view.form('disconnect')} submit="Disconnect" isDangerous isInline />
          </Confirm>
        </>
      ) : (
        <ConnectForm
          view={view}
          platform={platform}
          submit={connection === undefined ? 'Connect' : 'Connect again'}
          isShared={connection?.sharing?.version === sharingVersion}
        />
      )}
    </section>
  );
};

type Connection = NonNullable<SocialAccountView['socialConnection']>;

const Health = ({ connection }: { readonly connection: Connection }) => {
  const { status, scopes, connectedAt, expiresAt, lastUsedAt } = connection;
  return (
    <>
      <p>
        <Status of={connectionWords[status]} tone={connectionTones[status]} />
      </p>
      <dl class="facts-list">
        <dt>Connected</dt>
        <dd>
          <Time at={connectedAt} />
        </dd>
        <dt>Ends</dt>
        <dd>{expiresAt === null ? 'the platform sets no end' : <Time at={expiresAt} />}</dd>
        <dt>Last used</dt>
        <dd>{lastUsedAt === null ? 'not yet' : <Time at={lastUsedAt} />}</dd>
        {scopes.length > 0 && (
          <>
            <dt>You allowed us to</dt>
            <dd>
              <ul>
                {scopes.map((scope) => (
                  <li>{permissionWords(scope)}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </>
  );
};

const Sharing = ({ connection: { sharing }, view }: { readonly connection: Connection; readonly view: View }) => (
  <div class="stack">
    <h3>Sharing your metrics</h3>
    <p class="small">{textOf(sharing?.version)}</p>
    {sharing === null ? (
      <Form of={view.form('share')} submit="I consent: share my metrics" isQuiet>
        <Hidden name="enabled" value="true" />
        <Hidden name="sharingVersion" value={sharingVersion} />
      </Form>
    ) : (
      <>
        <p class="quiet small">
          You consented <Time at={sharing.consentedAt} />.
        </p>
        {sharing.version !== sharingVersion && (
          <>
            <p class="small">The text has changed. The current text: {sharingTexts[sharingVersion]}</p>
            <Form of={view.form('share')} submit="I consent to the current text" isQuiet>
              <Hidden name="enabled" value="true" />
              <Hidden name="sharingVersion" value={sharingVersion} />
            </Form>
          </>
        )}
        <Form of={view.form('share')} submit="Withdraw the consent" isQuiet>
          <Hidden name="enabled" value="false" />
        </Form>
      </>
    )}
  </div>
);

/** The text that the owner has consented to, or the current one. */
const textOf = (version: string | undefined): string =>
  Object.entries(sharingTexts).find(([name]) => name === version)?.[1] ?? sharingTexts[sharingVersion];
