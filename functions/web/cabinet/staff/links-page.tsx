import {
  BlockTrackingLink,
  ListTrackingLinksForStaff,
  type StaffLinkView,
} from '../../../../schema/campaigns/staff-links.ts';
import { exactly } from '../../ui/format.ts';
import { text } from '../../ui/forms/field-kinds.ts';
import { Time } from '../../ui/time.tsx';
import { Pager } from '../frame/pager.tsx';
import { SearchBar } from '../frame/search-bar.tsx';
import { Status } from '../frame/status.tsx';
import { form, page, type View, type Visit } from '../page.ts';
import { BlockFacts, BlockForms, blockBody, unblockBody } from './block.tsx';
import { StaffHeading } from './staff-heading.tsx';

const here = ({ path, query: { code } }: Visit) =>
  code === undefined ? path : `${path}?code=${encodeURIComponent(code)}`;

/** The tracking links of all campaigns, each with its block. */
export default page({
  role: 'STAFF',
  load: (api, { query }) => api.read(ListTrackingLinksForStaff, { query: { limit: '20', ...query } }),
  forms: {
    block: form(BlockTrackingLink, {
      fields: { reason: text },
      params: (_, of) => ({ id: of }),
      body: blockBody,
      notice: 'The link is switched off.',
      done: (_, visit) => here(visit),
    }),
    unblock: form(BlockTrackingLink, {
      fields: {},
      params: (_, of) => ({ id: of }),
      body: unblockBody,
      notice: 'The block of the link has ended.',
      done: (_, visit) => here(visit),
    }),
  },
  render: ({ data, nextCursor }, view) => ({
    title: 'Tracking links',
    content: (
      <>
        <StaffHeading path={view.path} />
        <SearchBar
          view={view}
          isEmpty={data.length === 0}
          fields={[{ name: 'code', label: 'Code or address', placeholder: '7Hq2ZkT9xB', maxLength: 2_000 }]}
        />
        {data.length === 0 ? (
          <div class="card empty-card">
            <strong>No link matches.</strong>
            <p>Type the ten letters and digits after /t/, or paste the whole address of the link.</p>
            {Object.keys(view.query).length > 0 && <a href={view.path}>Show all links</a>}
          </div>
        ) : (
          <ul class="item-list">
            {data.map((link) => (
              <Link link={link} view={view} />
            ))}
          </ul>
        )}
        <Pager nextCursor={nextCursor} view={view} />
      </>
    ),
  }),
});

const explanation =
  'Within a second its address shows a page with your reason to everybody who opens it, and does not redirect.';

const Link = ({ link, view }: { readonly link: StaffLinkView; readonly view: View }) => (
  <li class="stack">
    <div>
      <strong>
        <code>{link.code}</code>
      </strong>{' '}
      <Status
        of={link.state}
        tone={link.state === 'ACTIVE' ? 'good' : link.state === 'NOT_STARTED' ? 'quiet' : 'bad'}
      />{' '}
      <span class="quiet small">
        <a
          href={`/cabinet/staff/audit?object=tracking-links%2F${link.id}`}
          aria-label={`Changes by staff of link ${link.id}`}
        >
          changes by staff
        </a>
      </span>
    </div>
    <dl class="facts-list">
      <dt>Leads to</dt>
      {/* No link: the page behind it may be harmful. */}
      <dd class="breaks" dir="auto">
        {link.destinationUrl}
      </dd>
      <dt>Campaign</dt>
      <dd>
        <a href={`/cabinet/staff/posts?campaignId=${link.campaignId}`} dir="auto">
          {link.campaignTitle}
        </a>
      </dd>
      <dt>Advertiser</dt>
      <dd>
        <a href={`/cabinet/staff/users/${link.advertiserId}`} dir="auto">
          {link.advertiserName || `User ${link.advertiserId}`}
        </a>
      </dd>
      <dt>Created</dt>
      <dd>
        <Time at={link.createdAt} />
      </dd>
      <dt>Clicks</dt>
      <dd>{exactly(link.clicks)}</dd>
    </dl>
    <BlockFacts state={link} />
    <BlockForms
      state={link}
      what="link"
      ownerId={link.advertiserId}
      explanation={explanation}
      reader="The advertiser and everybody who opens the link read it. The audit log keeps it."
      view={view}
      of={String(link.id)}
    />
  </li>
);
