import type { CatalogEntry } from '../../../schema/catalog/catalog.ts';
import { platformNames } from '../../../schema/shared/platform-names.ts';
import { roughly } from '../ui/format.ts';
import {
  BestEr,
  BestViews,
  countOfServices,
  isVerified,
  lowestPrice,
  mostFollowed,
  OnChannel,
} from '../ui/metrics.tsx';
import { languageName } from '../ui/names.ts';
import { channelTypeNames } from '../ui/wording.ts';
import { CreatorMark } from './creator-mark.tsx';
import { OrderLine, VerifiedBadge } from './order-figures.tsx';

const maxTopics = 4;

interface CardProps {
  readonly creator: CatalogEntry;
  /** A path of this origin. */
  readonly picture: string | null;
  /** The chosen platforms, whose metrics the card shows; undefined for those of all. */
  readonly platforms: readonly string[] | undefined;
}

/** A creator in the catalog. */
export const CreatorCard = ({ creator, picture, platforms }: CardProps) => {
  const { publicId, displayName, topics, languages, channelType, channels, services, servicesTotal } = creator;
  const isChosen = ({ platform }: { readonly platform: string }) => platforms?.includes(platform) ?? true;
  const metrics = creator.metrics.filter(({ channel }) => isChosen(channel));
  const followed = mostFollowed({ channels: channels.filter(isChosen) });
  return (
    <li class="card creator">
      <div class="who">
        <CreatorMark name={displayName} publicId={publicId} picture={picture} />
        <div>
          <h3 dir="auto">
            <a href={`/creators/${publicId}`}>{displayName}</a>
          </h3>
          {isVerified(creator) && <VerifiedBadge />}
          <p class="quiet">{[channelTypeNames[channelType], ...languages.map(languageName)].join(' · ')}</p>
        </div>
      </div>
      <ul class="tags" aria-label="Platforms and topics">
        {[...new Set(channels.map(({ platform }) => platform))].map((platform) => (
          <li class="tag strong">{platformNames[platform]}</li>
        ))}
        {topics.slice(0, maxTopics).map((topic) => (
          <li class="tag" dir="auto">
            {topic}
          </li>
        ))}
      </ul>
      <dl class="facts">
        <div>
          <dt>Average views</dt>
          <dd>
            <BestViews metrics={metrics} />
          </dd>
        </div>
        <div>
          <dt>Followers</dt>
          <dd>
            {followed === null ? (
              <span class="quiet">not measured</span>
            ) : (
              <>
                {roughly(followed.followers)} <OnChannel channel={followed.channel} among={metrics} />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Engagement rate</dt>
          <dd>
            <BestEr metrics={metrics} />
          </dd>
        </div>
      </dl>
      <OrderLine completedOrders={creator.completedOrders} responseTime={creator.responseTime} />
      <div class="card-foot">
        <dl>
          <dt>{countOfServices(servicesTotal)}, from</dt>
          <dd class="price">{lowestPrice(services)}</dd>
        </dl>
        <p class="card-actions">
          <a class="button plain-button" rel="nofollow" href={`/cabinet/orders/new?creator=${publicId}`}>
            Order<span class="unseen"> from {displayName}</span>
          </a>
          <a class="button plain-button" rel="nofollow" href={`/cabinet/lists?creator=${publicId}`}>
            Save<span class="unseen"> {displayName} to a list</span>
          </a>
        </p>
      </div>
    </li>
  );
};
