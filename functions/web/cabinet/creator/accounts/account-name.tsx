import type { SocialAccountView } from '../../../../../schema/social-accounts/account.ts';
import { pictureOf } from '../../../site/shown-page.ts';
import { Status } from '../../frame/status.tsx';
import { accountTones, accountWords, connectionTones, connectionWords } from './account-words.ts';

/** The stored picture of an account. Pages show no picture of another origin. */
export const Picture = ({ avatarUrl, baseUrl }: { readonly avatarUrl: string | null; readonly baseUrl: string }) => {
  const src = pictureOf({ avatarUrl }, baseUrl);
  return src === null ? null : <img src={src} alt="" width={48} height={48} loading="lazy" />;
};

export const AccountStatus = ({ account }: { readonly account: SocialAccountView }) => {
  const { status, socialConnection } = account;
  return (
    <div class="labels">
      <Status of={accountWords[status]} tone={accountTones[status]} />
      {socialConnection !== undefined && (
        <Status of={connectionWords[socialConnection.status]} tone={connectionTones[socialConnection.status]} />
      )}
    </div>
  );
};
