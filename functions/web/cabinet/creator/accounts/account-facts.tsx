import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import type { SocialAccountView } from '../../../../../schema/social-accounts/account.ts';
import { exactly } from '../../../ui/format.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { Time } from '../../../ui/time.tsx';
import type { View } from '../../page.ts';
import { Known } from '../dash.tsx';
import { AccountStatus, Picture } from './account-name.tsx';
import { noFollowers, provenBy } from './account-words.ts';

interface Props {
  readonly account: SocialAccountView;
  readonly view: View;
}

/** What is known of an account, its picture, and its channel. */
export const AccountFacts = ({ account, view }: Props) => {
  const { title, followers, avatarUrl, verifiedVia, verifiedAt, createdAt, status, channelId, platform, handle } =
    account;
  return (
    <section class="card panel stack" aria-labelledby="facts">
      <h2 id="facts">Account</h2>
      <div class="with-picture">
        <Picture avatarUrl={avatarUrl} baseUrl={view.baseUrl} />
        <AccountStatus account={account} />
      </div>
      <dl class="facts-list">
        <dt>Displayed name</dt>
        <dd dir="auto">
          <Known value={title} show={(name) => name} why="not read yet" />
        </dd>
        <dt>Followers</dt>
        <dd>
          <Known value={followers} show={exactly} why={noFollowers(account)} />
        </dd>
        <dt>Verified</dt>
        <dd>
          {verifiedVia === null ? 'not yet' : provenBy[verifiedVia]}
          {verifiedAt !== null && (
            <>
              , <Time at={verifiedAt} />
            </>
          )}
        </dd>
        <dt>Added</dt>
        <dd>
          <Time at={createdAt} />
        </dd>
      </dl>
      {status === 'ACTIVE' && (
        <>
          <Form of={view.form('picture')} submit="Refresh the picture" isQuiet />
          <h3>Sell services on it</h3>
          {channelId === null ? (
            <>
              <p class="quiet small">
                The channel of this account shows measured views and an audience on your page. If you added the channel
                by its address before, link it to this account in <a href="/cabinet/channels">Channels and prices</a>.
              </p>
              <Form of={view.form('channel')} submit="Add it as a channel" isQuiet />
            </>
          ) : (
            <p>
              On your page as{' '}
              <a href={`/cabinet/channels/${channelId}/prices`}>
                {platformNames[platform]} <bdi>{handle}</bdi>
              </a>
              <span class="quiet">, with its measured views and audience.</span>
            </p>
          )}
        </>
      )}
    </section>
  );
};
