import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import type { SocialAccountView } from '../../../../../schema/social-accounts/account.ts';
import { exactly } from '../../../ui/format.ts';
import type { View } from '../../page.ts';
import { Known } from '../dash.tsx';
import { AccountStatus, Picture } from './account-name.tsx';
import { noFollowers } from './account-words.ts';

interface Props {
  readonly account: SocialAccountView;
  readonly view: View;
}

/** An account of the list. */
export const AccountItem = ({ account, view }: Props) => {
  const { id, platform, handle, title, followers, avatarUrl, status, socialConnection } = account;
  const path = `/cabinet/accounts/${id}`;
  return (
    <li class="card item">
      <div class="item-head">
        <div class="with-picture">
          <Picture avatarUrl={avatarUrl} baseUrl={view.baseUrl} />
          <div>
            <h2>
              <a href={path}>
                {platformNames[platform]} <span dir="auto">{handle}</span>
              </a>
            </h2>
            {title !== null && title !== handle && (
              <p class="quiet small" dir="auto">
                {title}
              </p>
            )}
          </div>
        </div>
        <AccountStatus account={account} />
      </div>
      <p>
        <span class="quiet">Followers </span>
        <Known value={followers} show={exactly} why={noFollowers(account)} />
      </p>
      {status === 'PENDING' && (
        <p>
          <a href={path}>Verify that it is yours</a>
        </p>
      )}
      {socialConnection?.status === 'EXPIRED' && (
        <p>
          <a href={path}>Connect it again</a> <span class="quiet">The platform no longer accepts the connection.</span>
        </p>
      )}
    </li>
  );
};
