import {
  CreateChannel,
  channelUrlLength,
  DeleteChannel,
  ListChannels,
  maxChannels,
} from '../../../../../schema/creators/channels.ts';
import { platforms } from '../../../../../schema/shared/enums.ts';
import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import { optionalText, text } from '../../../ui/forms/field-kinds.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { SelectField, TextField } from '../../../ui/forms/inputs.tsx';
import { Heading } from '../../frame/frame.tsx';
import { form, page } from '../../page.ts';
import { PageTabs } from '../tabs.tsx';
import { ChannelItem } from './channel-item.tsx';

const choices = platforms.map((value) => ({ value, label: platformNames[value] }));

export default page({
  // A creator has fewer channels than one page of the list.
  load: (api) => api.read(ListChannels, { query: { limit: '100' } }),
  forms: {
    add: form(CreateChannel, {
      fields: { platform: text, canonicalUrl: optionalText, handle: optionalText },
      body: (given) => ({ kind: 'MANUAL', ...given }),
      notice: 'The channel is added. Next, set its prices.',
      done: ({ data }) => `/cabinet/channels/${data.id}/prices`,
    }),
    delete: form(DeleteChannel, {
      fields: {},
      params: (_, of) => ({ id: of }),
      notice: 'The channel is removed.',
      done: () => '/cabinet/channels',
    }),
  },
  render({ data }, view) {
    const of = view.form('add');
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
                  <ChannelItem channel={channel} view={view} />
                ))}
              </ul>
            )}
          </section>
          <section class="part card panel" aria-labelledby="add">
            <h2 id="add">Add a channel</h2>
            <p class="quiet small">
              You can have {maxChannels} channels. A channel on one of your <a href="/cabinet/accounts">accounts</a>{' '}
              shows its measured views and audience: add it there.
            </p>
            <Form of={of} submit="Add channel">
              <SelectField of={of} name="platform" label="Platform" choices={choices} stored="TWITCH" />
              <TextField
                of={of}
                name="canonicalUrl"
                label="Address"
                hint="The public address of the channel, such as https://www.youtube.com/@mika.plays."
                maxLength={channelUrlLength}
                isOptional
              />
              <TextField
                of={of}
                name="handle"
                label="Or its handle"
                hint="For Twitch and Kick the handle is enough. Leave the address empty."
                maxLength={100}
                isOptional
              />
            </Form>
          </section>
        </>
      ),
    };
  },
});
