import type { ChannelView } from '../../../../../schema/creators/channels.ts';
import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import type { SocialAccountView } from '../../../../../schema/social-accounts/account.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { Hidden } from '../../../ui/forms/inputs.tsx';
import { outward } from '../../../ui/outward.ts';
import { Confirm } from '../../frame/confirm.tsx';
import { Status } from '../../frame/status.tsx';
import type { View } from '../../page.ts';
import { ownershipTones, ownershipWords } from './channel-words.ts';

interface Props {
  readonly channel: ChannelView;
  /** The accounts on which the channel can be put. */
  readonly accounts: readonly Pick<SocialAccountView, 'id' | 'handle'>[];
  readonly view: View;
}

export const ChannelItem = ({ channel, accounts, view }: Props) => {
  const { id, platform, handle, canonicalUrl, kind, status, ownership } = channel;
  const path = `/cabinet/channels/${id}`;
  const isBlocked = status === 'BLOCKED';
  // Visitors see a channel on a verified account as verified.
  const isProven = kind === 'NATIVE' && ownership === 'NONE';
  return (
    <li class="card item">
      <div class="item-head">
        <div>
          <h3>
            {platformNames[platform]} <span dir="auto">{handle}</span>
          </h3>
          <p class="quiet small">
            <a href={outward(canonicalUrl)} rel="nofollow noopener">
              {canonicalUrl}
            </a>
          </p>
        </div>
        <div class="labels">
          {isBlocked && <Status of="Blocked" tone="bad" />}
          {isProven ? (
            <Status of="On your account" tone="good" />
          ) : (
            <Status of={ownershipWords[ownership]} tone={ownershipTones[ownership]} />
          )}
        </div>
      </div>
      {isBlocked && (
        <p class="notice">
          Staff has blocked this channel. Nobody sees it or can order its services, and you cannot price or remove it.
          Existing orders continue.
        </p>
      )}
      <div class="item-actions">
        <a href={`${path}/prices`}>Services and prices</a>
        {!isProven && <a href={`${path}/ownership`}>Proof of ownership</a>}
        {accounts.map((account) => (
          <Form of={view.form('link', String(id))} submit={`Link to your account ${account.handle}`} isQuiet isInline>
            <Hidden name="socialAccountId" value={account.id} />
          </Form>
        ))}
        {!isBlocked && (
          <Confirm
            of={view.form('delete', String(id))}
            label="Remove"
            question={`Remove ${platformNames[platform]} ${handle}?`}
            explanation="Its services leave the catalog at once. Existing orders continue."
          >
            <Form of={view.form('delete', String(id))} submit="Remove channel" isDangerous isInline />
          </Confirm>
        )}
      </div>
    </li>
  );
};
