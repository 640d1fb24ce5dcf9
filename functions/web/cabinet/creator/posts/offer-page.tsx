import { GetOffer, TakeOffer } from '../../../../../schema/campaigns/offers.ts';
import { SubmitPost } from '../../../../../schema/campaigns/post-operations.ts';
import { ListSocialAccounts } from '../../../../../schema/social-accounts/social-accounts.ts';
import { flag, integer, optionalText, text } from '../../../ui/forms/field-kinds.ts';
import { Time } from '../../../ui/time.tsx';
import { Heading } from '../../frame/frame.tsx';
import { form, page } from '../../page.ts';
import { OfferLinks } from './offer-links.tsx';
import { Pay, Requirements } from './offer-terms.tsx';
import { SubmitForm, TakeForm } from './take-and-submit.tsx';

export default page({
  async load(api, { params }) {
    const [offer, accounts] = await Promise.all([
      api.read(GetOffer, { params }),
      api.read(ListSocialAccounts, { query: { limit: '100' } }),
    ]);
    const { accountIds } = offer.data;
    return { offer: offer.data, accounts: accounts.data.filter(({ id }) => accountIds.includes(id)) };
  },
  forms: {
    take: form(TakeOffer, {
      fields: { shareMetrics: flag, sharingVersion: optionalText },
      notice: 'You have taken the campaign offer. Publish a post, then submit it here.',
      done: (_, { path }) => path,
    }),
    submit: form(SubmitPost, {
      fields: { socialAccountId: integer, url: text },
      body: (given, { params }) => ({ ...given, campaignId: Number(params.id) }),
      notice: 'The post is submitted. The advertiser decides about it.',
      done: ({ data }) => `/cabinet/posts/${data.id}`,
    }),
  },
  render({ offer, accounts }, view) {
    const { title, brief, advertiserName, requirements, takenAt } = offer;
    return {
      title,
      content: (
        <>
          <Heading
            title={title}
            back={{ href: '/cabinet/offers', label: 'Campaign offers' }}
            about={
              <>
                A campaign offer from <span dir="auto">{advertiserName}</span>
              </>
            }
          />
          <div class="two">
            <div class="stack">
              <section class="card panel stack" aria-labelledby="brief">
                <Pay offer={offer} />
                <h2 id="brief">Brief</h2>
                <p class="prose" dir="auto">
                  {brief}
                </p>
              </section>
              <section class="card panel stack" aria-labelledby="requirements">
                <h2 id="requirements">Requirements</h2>
                <Requirements offer={offer} />
                {requirements.notes !== undefined && (
                  <p class="prose" dir="auto">
                    {requirements.notes}
                  </p>
                )}
              </section>
              <OfferLinks links={offer.trackingLinks} />
            </div>
            <section class="card panel stack" aria-labelledby="act">
              <h2 id="act">{takenAt === null ? 'Take the campaign offer' : 'Submit a post'}</h2>
              {takenAt === null ? (
                <TakeForm of={view.form('take')} offer={offer} />
              ) : (
                <>
                  <p class="quiet small">
                    You took it <Time at={takenAt} />. Posts that you have published since then can be submitted.
                  </p>
                  <SubmitForm of={view.form('submit')} accounts={accounts} />
                </>
              )}
            </section>
          </div>
        </>
      ),
    };
  },
});
