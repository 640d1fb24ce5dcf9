import type { UserForStaffView } from '../../../../schema/desk/users.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { outward } from '../../ui/outward.ts';
import { accountTones, accountWords } from '../creator/accounts/account-words.ts';
import { inWords, Status } from '../frame/status.tsx';
import type { View } from '../page.ts';
import { BlockFacts, BlockForms } from './block.tsx';

/** What a block of a channel changes. */
export const blockOfChannel =
  'Within a second the channel and its services are hidden. It cannot be ordered, priced or removed; orders that exist continue.';

/** The social accounts of a user: each leads to its page. */
export const UserAccounts = ({ user: { accounts } }: { readonly user: UserForStaffView }) =>
  accounts.length > 0 && (
    <section class="part card panel" aria-labelledby="accounts">
      <h2 id="accounts">Social accounts</h2>
      <ul class="item-list">
        {accounts.map(({ id, platform, handle, status }) => (
          <li>
            <a href={`/cabinet/staff/accounts/${id}`} dir="auto">
              {platformNames[platform]} {handle}
            </a>{' '}
            <Status of={accountWords[status]} tone={accountTones[status]} />
          </li>
        ))}
      </ul>
    </section>
  );

interface ChannelsProps {
  readonly user: UserForStaffView;
  readonly view: View;
}

/** The channels of a user, each with its block. */
export const UserChannels = ({ user: { id, channels }, view }: ChannelsProps) =>
  channels.length > 0 && (
    <section class="part card panel" aria-labelledby="channels">
      <h2 id="channels">Channels</h2>
      <ul class="item-list">
        {channels.map((channel) => (
          <Channel channel={channel} ownerId={id} view={view} />
        ))}
      </ul>
    </section>
  );

interface ChannelProps {
  readonly channel: UserForStaffView['channels'][number];
  readonly ownerId: number;
  readonly view: View;
}

const Channel = ({ channel, ownerId, view }: ChannelProps) => {
  const { id, platform, handle, canonicalUrl, status, ownership } = channel;
  return (
    <li class="stack">
      <div>
        <a href={outward(canonicalUrl)} rel="noreferrer" target="_blank" dir="auto">
          {platformNames[platform]} {handle}
        </a>{' '}
        <Status of={status} tone={status === 'BLOCKED' ? 'bad' : 'quiet'} />{' '}
        <span class="quiet small">
          ownership: {inWords(ownership).toLowerCase()},{' '}
          <a href={`/cabinet/staff/audit?object=channels%2F${id}`} aria-label={`Changes by staff of channel ${id}`}>
            changes by staff
          </a>
        </span>
      </div>
      <BlockFacts state={channel} />
      <BlockForms
        state={channel}
        what="channel"
        ownerId={ownerId}
        explanation={blockOfChannel}
        view={view}
        of={String(id)}
      />
    </li>
  );
};
