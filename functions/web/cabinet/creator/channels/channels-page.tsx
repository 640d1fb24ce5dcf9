import {
  type ChannelView,
  CreateChannel,
  channelUrlLength,
  DeleteChannel,
  LinkChannel,
  ListChannels,
  maxChannels,
} from '../../../../../schema/creators/channels.ts';
import { platforms } from '../../../../../schema/shared/enums.ts';
import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import type { SocialAccountView } from '../../../../../schema/social-accounts/account.ts';
import { ListSocialAccounts } from '../../../../../schema/social-accounts/social-accounts.ts';
import { integer, optionalText, text } from '../../../ui/forms/field-kinds.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { SelectField, TextField } from '../../../ui/forms/inputs.tsx';
import { OneOfTwo, oneOf } from '../../../ui/forms/one-of-two.tsx';
import { Heading } from '../../frame/frame.tsx';
import { type Api, form, page } from '../../page.ts';
import { PageTabs } from '../tabs.tsx';
import { ChannelItem } from './channel-item.tsx';

const choices = platforms.map((value) => ({ value, label: platformNames[value] }));

/** A creator has fewer channels than one page of the list. */
async function loadChannels(api: Api) {
  const [{ data }, accounts] = await Promise.all([
    api.read(ListChannels, { query: { limit: '100' } }),
    api.read(ListSocialAccounts, { query: { limit: '100', status: 'ACTIVE' } }),
  ]);
  return { data, accounts: accounts.data };
}

/**
 * The accounts on which a manual channel can be put: the one of its name, if no other channel is on it. A YouTube channel that was added by
 * its id can be on any account there; the API compares the ids.
 */
function accountsFor(channel: ChannelView, all: readonly ChannelView[], accounts: readonly SocialAccountView[]) {
  const canMove = channel.kind === 'MANUAL' && channel.status === 'ACTIVE' && channel.ownership !== 'PENDING_REVIEW';
  if (!canMove) return [];
  const isById = channel.canonicalUrl.includes('/channel/');
  return accounts
    .filter(({ id, platform }) => platform === channel.platform && all.every((one) => one.socialAccountId !== id))
    .filter(({ handle }) => isById || handle.toLowerCase() === channel.handle);
}

export default page({
  load: loadChannels,
  forms: {
    add: form(CreateChannel, {
      fields: { platform: text, canonicalUrl: optionalText, handle: optionalText },
      body: (given) => ({ kind: 'MANUAL', ...given }),
      notice: 'The channel is added. Next, set its prices.',
      done: ({ data }) => `/cabinet/channels/${data.id}/prices`,
    }),
    link: form(LinkChannel, {
      fields: { socialAccountId: integer },
      params: (_, of) => ({ id: of }),
      notice: 'The channel is linked to your account. Its views are measured within the hour.',
      done: () => '/cabinet/channels',
    }),
    delete: form(DeleteChannel, {
      fields: {},
      params: (_, of) => ({ id: of }),
      notice: 'The channel is removed.',
      done: () => '/cabinet/channels',
    }),
  },
  render({ data, accounts }, view) {
    const of = oneOf(view.form('add'), ['canonicalUrl', 'handle'], 'fill in the address or the handle, not both');
    return {
      title: 'Channels and prices',
      content: (
        <>
          <Heading title="Your page" />
          <PageTabs path={view.path} />
          <section class="part" aria-labelledby="channels">
            <h2 id="channels">Channels</h2>
            {data.length === 0 ? (
              <div class="card empty-card">
                <strong>You have no channels.</strong>
                <p>Add the first one below, then set prices for what you offer on it.</p>
              </div>
            ) : (
              <ul class="item-list">
                {data.map((channel) => (
                  <ChannelItem channel={channel} accounts={accountsFor(channel, data, accounts)} view={view} />
                ))}
              </ul>
            )}
          </section>
          <section class="part card panel" aria-labelledby="add">
            <h2 id="add">Add a channel</h2>
            <p class="quiet small">
              You can have {maxChannels} channels. To show measured views and an audience, add the channel on the page
              of its <a href="/cabinet/accounts">account</a>. If you add it here by its address, you can link it to the
              account later.
            </p>
            <Form of={of} submit="Add channel">
              <SelectField of={of} name="platform" label="Platform" choices={choices} stored="TWITCH" />
              <OneOfTwo>
                <TextField
                  of={of}
                  name="canonicalUrl"
                  label="Address"
                  hint="The public address of the channel, such as https://www.youtube.com/@mika.plays."
                  maxLength={channelUrlLength}
                  isDependent
                />
                <TextField
                  of={of}
                  name="handle"
                  label="Handle"
                  hint="Only for Twitch and Kick."
                  maxLength={100}
                  isDependent
                />
              </OneOfTwo>
            </Form>
          </section>
        </>
      ),
    };
  },
});
