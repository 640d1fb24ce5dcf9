import { ListOffers, type OfferView } from '../../../../../schema/campaigns/offers.ts';
import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import { currencyNote } from '../../frame/currencies.ts';
import { Heading } from '../../frame/frame.tsx';
import { Pager } from '../../frame/pager.tsx';
import { Status } from '../../frame/status.tsx';
import { page } from '../../page.ts';
import { Pay } from './offer-terms.tsx';

export default page({
  load: (api, { query }) => api.read(ListOffers, { query: { ...query, limit: '20' } }),
  render: ({ data, nextCursor }, view) => ({
    title: 'Campaign offers',
    content: (
      <>
        <Heading
          title="Campaign offers"
          about={`Campaigns that pay for posts on your accounts. Castline deducts no fee. Take a campaign offer before you publish the post. ${currencyNote}`}
        />
        {data.length === 0 ? (
          <div class="card empty-card">
            <strong>There are no campaign offers for your accounts now.</strong>
            <p>They are for verified accounts at the platforms of a campaign.</p>
            <a class="button secondary" href="/cabinet/accounts">
              Go to your accounts
            </a>
          </div>
        ) : (
          <ul class="item-list">
            {data.map((offer) => (
              <Item offer={offer} />
            ))}
          </ul>
        )}
        <Pager nextCursor={nextCursor} view={view} />
      </>
    ),
  }),
});

const shownBrief = 280;

const Item = ({ offer }: { readonly offer: OfferView }) => {
  const { id, title, brief, advertiserName, platforms, takenAt } = offer;
  const path = `/cabinet/offers/${id}`;
  return (
    <li class="card item">
      <div class="item-head">
        <div>
          <h2 dir="auto">
            <a href={path}>{title}</a>
          </h2>
          <p class="quiet small">
            <span dir="auto">{advertiserName}</span> · {platforms.map((platform) => platformNames[platform]).join(', ')}
          </p>
        </div>
        {takenAt !== null && <Status of="Taken" tone="good" />}
      </div>
      <Pay offer={offer} />
      <p class="prose" dir="auto">
        {brief.length <= shownBrief ? brief : `${Array.from(brief).slice(0, shownBrief).join('')}…`}
      </p>
      <div class="item-actions">
        <a href={path}>{takenAt === null ? 'Read and take' : 'Submit a post'}</a>
      </div>
    </li>
  );
};
