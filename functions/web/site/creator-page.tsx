import { raw } from 'hono/html';
import { platformNames } from '../../../schema/shared/platform-names.ts';
import { Day } from '../ui/day.tsx';
import { Document } from '../ui/layout.tsx';
import { countOfServices, isVerified } from '../ui/metrics.tsx';
import { languageName } from '../ui/names.ts';
import { documentOf } from '../ui/rendered.ts';
import { preview } from '../ui/share-tags.tsx';
import { channelTypeNames } from '../ui/wording.ts';
import { AudienceCard } from './audience.tsx';
import { ChannelCard } from './channel-card.tsx';
import { Glance } from './creator-glance.tsx';
import { CreatorMark } from './creator-mark.tsx';
import { HowToOrder } from './how-to-order.tsx';
import { linkedData } from './linked-data.ts';
import { ServiceCard } from './offering-card.tsx';
import { VerifiedBadge } from './order-figures.tsx';
import { Portfolio } from './portfolio.tsx';
import {
  type Metric,
  pictureOf,
  portfolioOf,
  type ShownChannel,
  type ShownPage,
  type ShownPicture,
} from './shown-page.ts';

/** The page of a published creator. */
export function renderCreator(page: ShownPage, baseUrl: string): string {
  const url = `${baseUrl}/creators/${page.publicId}`;
  const title = `${page.displayName} · Castline`;
  const description = descriptionOf(page);
  const picture = pictureOf(page, baseUrl);
  const image = baseUrl + (picture ?? '/site/card.png');
  const head = (
    <>
      {preview({ title, description, url, image, isCard: picture === null, type: 'profile' })}
      <script type="application/ld+json">{raw(linkedData(page, url, baseUrl))}</script>
    </>
  );
  return documentOf(
    <Document title={title} description={description} canonical={url} head={head}>
      <Creator page={page} picture={picture} portfolio={portfolioOf(page, baseUrl)} />
    </Document>,
  );
}

/** The draft as it would be published, only for holders of the link. */
export const renderPreview = (page: ShownPage, baseUrl: string): string =>
  documentOf(
    <Document
      title="Private preview · Castline"
      banner={
        <aside class="banner" aria-label="Private preview">
          <p class="wide">
            <strong>Private preview.</strong> Only people with this link can see this draft. It is not published.
          </p>
        </aside>
      }
    >
      <Creator page={page} picture={pictureOf(page, baseUrl)} portfolio={portfolioOf(page, baseUrl)} isDraft />
    </Document>,
  );

const noName = 'No name yet';

interface CreatorProps {
  readonly page: ShownPage;
  readonly picture: string | null;
  readonly portfolio: readonly ShownPicture[];
  /** A draft offers nothing to order. */
  readonly isDraft?: boolean;
  /** Inside another page, which has the heading of the first level. */
  readonly isPart?: boolean;
  /** The attributes of the elements in which the script shows what is typed. */
  readonly typed?: Readonly<Partial<Record<'name' | 'initials' | 'kind' | 'languages' | 'bio' | 'topics', object>>>;
  /** Why something of a channel is not measured, for its owner. */
  noteOf?(channel: ShownChannel): string | undefined;
}

/** The content of the page. The cabinet shows it as a preview. */
export const Creator = (props: CreatorProps) => {
  const { page, picture, portfolio, isDraft = false, isPart = false, typed = {}, noteOf } = props;
  const { publicId, displayName, bio, topics, languages, channelType, channels, metrics, services } = page;
  const measured = channels.flatMap((channel) => (channel.audience ? [{ channel, audience: channel.audience }] : []));
  const country = measured[0]?.audience.geo[0];
  return (
    <article>
      <header class="profile">
        <CreatorMark name={displayName} publicId={publicId} picture={picture} isLarge typed={typed.initials} />
        <div>
          {isPart ? (
            <h2 dir="auto" {...typed.name}>
              {displayName || noName}
            </h2>
          ) : (
            <h1 dir="auto">{displayName || noName}</h1>
          )}
          <p class="quiet">
            <span {...typed.kind}>{channelTypeNames[channelType]}</span>
            <span {...typed.languages}>{languages.map((language) => ` · ${languageName(language)}`).join('')}</span>{' '}
            {isVerified(page) && <VerifiedBadge />}
          </p>
          {(bio !== '' || isPart) && (
            <p class="bio prose" dir="auto" {...typed.bio} hidden={bio === ''}>
              {bio}
            </p>
          )}
          {(topics.length > 0 || isPart) && (
            <ul class="tags" aria-label="Topics" {...typed.topics} hidden={topics.length === 0}>
              {topics.map((topic) => (
                <li>
                  <a class="tag" dir="auto" href={`/creators?${new URLSearchParams({ topic })}`}>
                    {topic}
                  </a>
                </li>
              ))}
            </ul>
          )}
          {!isDraft && (
            <p class="profile-actions">
              <a class="button" href={`/cabinet/orders/new?creator=${publicId}`}>
                Order
              </a>
              <a class="button plain-button" href={`/cabinet/lists?creator=${publicId}`}>
                Save
              </a>
              <a class="button plain-button" href={`/cabinet/compare?creators=${publicId}`}>
                Compare
              </a>
            </p>
          )}
        </div>
      </header>
      {channels.length > 0 && <Glance page={page} country={country} />}
      <Portfolio pictures={portfolio} name={displayName} />
      <div class="columns">
        <div>
          <section aria-labelledby="services">
            <h2 id="services">Services and prices</h2>
            {services.length === 0 ? (
              <div class="empty card">
                {channels.length === 0 && <p>There is no channel yet.</p>}
                <p>There are no services for sale yet.</p>
              </div>
            ) : (
              <ul class="stack">
                {services.map((service) => (
                  <ServiceCard
                    service={service}
                    orderPath={
                      isDraft ? null : `/cabinet/orders/new?creator=${publicId}&service=${service.serviceListingId}`
                    }
                  />
                ))}
              </ul>
            )}
          </section>
          {measured.length > 0 && (
            <section aria-labelledby="audience">
              <h2 id="audience">Verified audience</h2>
              <ul class="stack">
                {measured.map(({ channel, audience }) => (
                  <AudienceCard channel={channel} audience={audience} />
                ))}
              </ul>
            </section>
          )}
        </div>
        <div>
          {channels.length > 0 && (
            <section aria-labelledby="channels">
              <h2 id="channels">Channels</h2>
              <ul class="stack">
                {channels.map((channel) => (
                  <ChannelCard
                    channel={channel}
                    metric={metrics.find((metric) => isOf(metric, channel))}
                    note={noteOf?.(channel)}
                  />
                ))}
              </ul>
            </section>
          )}
          {!isDraft && <HowToOrder />}
          <p class="quiet small">
            Last changed <Day at={page.lastModified} />
            {page.publishedAt !== null && (
              <>
                , published <Day at={page.publishedAt} />
              </>
            )}
            .
          </p>
        </div>
      </div>
    </article>
  );
};

/** A sentence for search engines and link previews. */
function descriptionOf({ displayName, bio, channels, services }: ShownPage): string {
  if (bio !== '') return bio.length <= 200 ? bio : `${Array.from(bio).slice(0, 197).join('')}…`;
  const where = [...new Set(channels.map(({ platform }) => platformNames[platform]))].join(', ');
  return `${displayName} on ${where}: ${countOfServices(services.length)} with public prices.`;
}

/** A creator has a channel once. */
const isOf = ({ channel: { platform, canonicalUrl } }: Metric, channel: ShownChannel): boolean =>
  platform === channel.platform && canonicalUrl === channel.canonicalUrl;
