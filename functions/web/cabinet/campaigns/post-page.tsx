import { ListCampaignPostEarnings } from '../../../../schema/campaigns/post-operations.ts';
import type { PostEarningView } from '../../../../schema/campaigns/posts.ts';
import { ListCampaignPostProofs } from '../../../../schema/campaigns/proofs.ts';
import { photoPlatforms } from '../../../../schema/shared/enums.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { Figured } from '../../ui/charts/figure.tsx';
import { Measured } from '../../ui/charts/measured.tsx';
import { exactly, priceOf } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { Heading } from '../frame/frame.tsx';
import { Pager } from '../frame/pager.tsx';
import { Table } from '../frame/table.tsx';
import { page } from '../page.ts';
import { pathOf } from './campaign-heading.tsx';
import { PostFacts } from './post-facts.tsx';
import { PostProofs } from './post-proofs.tsx';

export default page({
  async load(api, { params, query: { cursor } }) {
    const [earnings, proofs] = await Promise.all([
      api.read(ListCampaignPostEarnings, { params, query: cursor === undefined ? {} : { cursor } }),
      api.read(ListCampaignPostProofs, { params }),
    ]);
    return { ...earnings, proofs };
  },
  render({ post, data, nextCursor, proofs }, view) {
    return {
      title: `Post of ${post.handle}`,
      content: (
        <>
          <Heading
            title={`Post of ${post.handle}`}
            back={{ href: `${pathOf(post.campaignId)}/posts`, label: post.campaignTitle }}
          />
          <section class="card post-card">
            <PostFacts post={post} />
          </section>
          <section class="part" aria-labelledby="earnings">
            <h2 id="earnings">Earnings</h2>
            {data.length === 0 ? (
              <div class="card empty-card">
                <strong>The post has earned nothing yet.</strong>
                <p>Only accepted posts earn.</p>
              </div>
            ) : (
              <Earnings earnings={data} />
            )}
            <Pager nextCursor={nextCursor} view={view} />
          </section>
          <section class="part" aria-labelledby="proofs">
            <h2 id="proofs">Proofs</h2>
            {proofs.data.length === 0 ? (
              <p class="quiet">
                The post has no screenshots. Only posts of{' '}
                {photoPlatforms.map((platform) => platformNames[platform]).join(', ')} can have them.
              </p>
            ) : (
              <PostProofs proofs={proofs.data} post={view.path} />
            )}
            {proofs.nextCursor !== null && (
              <p>
                <a href={`${view.path}/proofs?cursor=${proofs.nextCursor}`}>Older proofs</a>
              </p>
            )}
          </section>
        </>
      ),
    };
  },
});

const limitWords = { MAX_PER_POST: 'limited by the maximum for one post', BUDGET: 'limited by the budget' } as const;

const Earnings = ({ earnings }: { readonly earnings: readonly PostEarningView[] }) => (
  <Table
    caption="Lines of earnings, newest first"
    columns={['Time', 'Kind', { number: 'Views' }, { number: 'Amount' }, { number: 'Earned so far' }]}
  >
    {earnings.map(({ at, kind, views, amount, earnedAfter, limitedBy, measuredAt }) => (
      <tr>
        <th scope="row">
          <Time at={at} />
        </th>
        <td data-label="Kind">
          <span>
            {kind === 'PAYOUT' ? 'Paid to the creator' : 'Earned'}
            {limitedBy !== null && <span class="under">{limitWords[limitedBy]}</span>}
          </span>
        </td>
        <td class="number" data-label="Views">
          <span>
            {measuredAt === null ? (
              <span class="quiet">not by views</span>
            ) : (
              <>
                <Figured value={views} show={exactly} why="no longer shown" />
                <Measured at={measuredAt} isInCell />
              </>
            )}
          </span>
        </td>
        <td class="number" data-label="Amount">
          {priceOf(amount)}
        </td>
        <td class="number" data-label="Earned so far">
          {priceOf(earnedAfter)}
        </td>
      </tr>
    ))}
  </Table>
);
