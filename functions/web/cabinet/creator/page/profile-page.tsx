import {
  GetPage,
  PublishPage,
  SetPageAddress,
  SubmitProfile,
  UnpublishPage,
} from '../../../../../schema/creators/creator-pages.ts';
import { GetProfile, UpdateProfile } from '../../../../../schema/creators/profile.ts';
import { integer, list, nullableText, optionalText, text } from '../../../ui/forms/field-kinds.ts';
import { Heading } from '../../frame/frame.tsx';
import { form, page } from '../../page.ts';
import { PageTabs } from '../tabs.tsx';
import { contactsIn } from './contact-rows.tsx';
import { PageAddress } from './page-address.tsx';
import { PagePreview } from './page-preview.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Publication } from './publication.tsx';

const done = () => '/cabinet/page';

export default page({
  async load(api) {
    const [profile, own] = await Promise.all([api.read(GetProfile), api.read(GetPage)]);
    return { profile: profile.data, own: own.data };
  },
  forms: {
    profile: form(UpdateProfile, {
      fields: {
        expectedVersion: integer,
        displayName: nullableText,
        bio: text,
        topics: list,
        languages: list,
        geo: list,
        channelType: nullableText,
        'contacts.*.name': optionalText,
        'contacts.*.value': optionalText,
      },
      body: ({ contacts, ...given }) => ({ ...given, contacts: contactsIn(contacts) }),
      notice: 'Your profile is saved. The public page shows it after you publish.',
      done,
    }),
    publish: form(PublishPage, { fields: {}, notice: 'Your page is published.', done }),
    preview: form(SubmitProfile, {
      fields: {},
      body: () => ({ publishAfterApproval: false }),
      notice: 'The private preview is ready.',
      done,
    }),
    address: form(SetPageAddress, { fields: { name: nullableText }, notice: 'Your short address is saved.', done }),
    unpublish: form(UnpublishPage, { fields: {}, notice: 'Your page is no longer public.', done }),
  },
  render: ({ profile, own }, view) => ({
    title: 'Your page',
    content: (
      <>
        <Heading title="Your page" />
        <PageTabs path={view.path} />
        <div class="two">
          <section class="card panel" aria-label="Profile" data-shown-in="page-preview">
            <ProfileForm of={view.form('profile')} profile={profile} />
          </section>
          <div class="stack">
            <Publication page={own} view={view} />
            <PageAddress page={own} view={view} />
          </div>
        </div>
        <PagePreview draft={own.preview} baseUrl={view.baseUrl} isKindDerived={profile.channelType === null} />
      </>
    ),
  }),
});
