import { ListPostEarnings, WithdrawPost } from '../../../../../schema/campaigns/post-operations.ts';
import { ListPostProofs } from '../../../../../schema/campaigns/proofs.ts';
import { Measured } from '../../../ui/charts/measured.tsx';
import { exactly, priceOf } from '../../../ui/format.ts';
import { Heading } from '../../frame/frame.tsx';
import { Pager } from '../../frame/pager.tsx';
import { form, page } from '../../page.ts';
import { Known } from '../dash.tsx';
import { EarningsTable } from './earnings-table.tsx';
import { PostFacts } from './post-facts.tsx';
import { noViews, payTime, unpaidOf } from './post-words.ts';
import { Proofs } from './proofs.tsx';

export default page({
  async load(api, { params, query }) {
    const [earnings, proofs] = await Promise.all([
      api.read(ListPostEarnings, { params, query: { ...query, limit: '20' } }),
      api.read(ListPostProofs, { params, query: { limit: '20' } }),
    ]);
    return { earnings, proofs };
  },
  forms: {
    withdraw: form(WithdrawPost, {
      fields: {},
      notice: 'The post is withdrawn. You can use it elsewhere, or submit it again.',
      done: (_, { path }) => path,
    }),
  },
  render({ earnings, proofs }, view) {
    const { post } = earnings;
    return {
      title: `Post in ${post.campaignTitle}`,
      content: (
        <>
          <Heading title={post.campaignTitle} back={{ href: '/cabinet/posts', label: 'Posts' }} />
          <dl class="figures part">
            <div class="card figure-card">
              <dt>Views</dt>
              <dd>
                <Known value={post.views} show={exactly} why={noViews(post)} />
                <Measured at={post.measuredAt} />
              </dd>
            </div>
            <div class="card figure-card">
              <dt>Earned</dt>
              <dd>{priceOf(post.earned)}</dd>
            </div>
            <div class="card figure-card">
              <dt>Paid</dt>
              <dd>{priceOf(post.paid)}</dd>
            </div>
            <div class="card figure-card">
              <dt>To be paid</dt>
              <dd>{priceOf(unpaidOf(post))}</dd>
              <dd class="quiet">{payTime}</dd>
            </div>
          </dl>
          <PostFacts post={post} withdraw={view.form('withdraw')} />
          <section class="part" aria-labelledby="earnings">
            <h2 id="earnings">Earnings</h2>
            <EarningsTable earnings={earnings.data} isRejected={post.status === 'REJECTED'} />
            <Pager nextCursor={earnings.nextCursor} view={view} />
          </section>
          <Proofs post={view.path} proofs={proofs.data} nextCursor={proofs.nextCursor} />
        </>
      ),
    };
  },
});
