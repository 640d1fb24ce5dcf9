import type { CampaignView } from '../../../../schema/campaigns/campaign.ts';
import { destinationUrlLength, linkLabelLength } from '../../../../schema/campaigns/campaign-terms.ts';
import { GetCampaign } from '../../../../schema/campaigns/campaigns.ts';
import type { TrackingLinkView } from '../../../../schema/campaigns/tracking-link.ts';
import { CreateTrackingLink, ListTrackingLinks } from '../../../../schema/campaigns/tracking-links.ts';
import { Day } from '../../ui/day.tsx';
import { exactly } from '../../ui/format.ts';
import { integer, nullableText, text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Hidden, TextField } from '../../ui/forms/inputs.tsx';
import { Time } from '../../ui/time.tsx';
import { Pager } from '../frame/pager.tsx';
import { Table } from '../frame/table.tsx';
import { form, page, type View } from '../page.ts';
import { CampaignHeading, pathOf } from './campaign-heading.tsx';

export default page({
  async load(api, { params, query: { cursor } }) {
    const [campaign, links] = await Promise.all([
      api.read(GetCampaign, { params }),
      api.read(ListTrackingLinks, { params, query: cursor === undefined ? {} : { cursor } }),
    ]);
    return { campaign: campaign.data, links };
  },
  forms: {
    create: form(CreateTrackingLink, {
      fields: { destinationUrl: text, label: nullableText, socialAccountId: integer },
      notice: 'The link is created.',
      done: (_, { path }) => path,
    }),
  },
  render({ campaign, links: { data, nextCursor } }, view) {
    return {
      title: `Tracking links · ${campaign.title}`,
      content: (
        <>
          <CampaignHeading campaign={campaign} path={view.path} />
          {data.length === 0 ? (
            <div class="card empty-card">
              <strong>The campaign has no tracking links.</strong>
              <p>A link counts the clicks that a post brings to your site. Create one below.</p>
            </div>
          ) : (
            <>
              <NotWorking campaign={campaign} />
              <Links links={data} path={view.path} />
            </>
          )}
          <Pager nextCursor={nextCursor} view={view} />
          {campaign.endedAt === null && <Create view={view} />}
        </>
      ),
    };
  },
});

/** A link redirects from the start of its campaign. */
const NotWorking = ({ campaign: { startedAt, endedAt } }: { readonly campaign: CampaignView }) =>
  startedAt === null ? (
    <p class="notice">
      {endedAt === null
        ? 'The campaign has not started. Its links do not work until it starts.'
        : 'The campaign was cancelled before it started. Its links do not work.'}
    </p>
  ) : null;

const Links = ({ links, path }: { readonly links: readonly TrackingLinkView[]; readonly path: string }) => (
  <Table
    caption="Tracking links, newest first"
    columns={['Link', { number: 'Clicks' }, { number: 'Unique' }, 'Last click', 'QR code']}
  >
    {links.map((link) => (
      <tr>
        <th scope="row">
          <span>
            <span class="main" dir="auto">
              {link.label ?? 'No name'}
            </span>
            <span class="under">
              <code id={`link-${link.id}`}>{link.url}</code>
            </span>
            <span class="under address" dir="auto">
              to {link.destinationUrl}
            </span>
            {link.blockedAt !== null && (
              <span class="under" dir="auto">
                Switched off by Castline on <Day at={link.blockedAt} />: {link.blockReason}
              </span>
            )}
            {link.socialAccountId !== null && link.blockedAt === null && (
              <span class="under">Its creator sees the link in the campaign offer.</span>
            )}
            <button type="button" data-copy={`link-${link.id}`} class="secondary">
              Copy
            </button>
          </span>
        </th>
        <td class="number" data-label="Clicks">
          {exactly(link.clicks)}
        </td>
        <td class="number" data-label="Unique">
          {exactly(link.uniqueClicks)}
        </td>
        <td data-label="Last click">{link.lastClickAt === null ? 'none yet' : <Time at={link.lastClickAt} />}</td>
        <td data-label="QR code">
          <a href={`${path}/${link.id}/qr`} download={`castline-${link.code}.svg`}>
            <img class="qr" src={`${path}/${link.id}/qr`} alt={`Download the QR code of ${link.url}`} loading="lazy" />
          </a>
        </td>
      </tr>
    ))}
  </Table>
);

const Create = ({ view }: { readonly view: View }) => {
  const of = view.form('create');
  const { account, handle } = view.query;
  return (
    <section class="part card panel" aria-labelledby="create">
      <h2 id="create">Create a link</h2>
      <Form of={of} submit="Create link">
        <TextField
          of={of}
          name="destinationUrl"
          label="Leads to"
          hint="An https address on your site. It cannot change later."
          type="url"
          maxLength={destinationUrlLength}
        />
        <TextField
          of={of}
          name="label"
          label="Name"
          hint={account === undefined ? 'Only you see it.' : 'You and the creator see it.'}
          maxLength={linkLabelLength}
          isOptional
        />
        {account === undefined ? (
          <p class="quiet small">
            To make a link for one creator, choose an account{' '}
            <a href={`${pathOf(view.params.id ?? '')}/creators`}>with posts</a> or{' '}
            <a href={`${pathOf(view.params.id ?? '')}/creators?withoutPosts=true`}>without posts yet</a>.
          </p>
        ) : (
          <>
            <p>
              For the account <strong dir="auto">{handle ?? account}</strong>. Its creator sees the link in the campaign
              offer.
            </p>
            <Hidden name="socialAccountId" value={of.value('socialAccountId', account)} />
          </>
        )}
      </Form>
    </section>
  );
};
