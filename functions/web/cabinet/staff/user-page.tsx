import { BlockChannel } from '../../../../schema/creators/channels.ts';
import { RemoveCreatorPicture } from '../../../../schema/creators/portfolio.ts';
import { GetUser, type UserForStaffView } from '../../../../schema/desk/users.ts';
import { GrantCredits } from '../../../../schema/factories/credits.ts';
import { SuspendUser } from '../../../../schema/identity/staff.ts';
import { exactly, priceOf } from '../../ui/format.ts';
import { integer, text } from '../../ui/forms/field-kinds.ts';
import { Time } from '../../ui/time.tsx';
import { Heading } from '../frame/frame.tsx';
import { inWords, Status } from '../frame/status.tsx';
import { form, page, type Visit } from '../page.ts';
import { blockBody, unblockBody } from './block.tsx';
import { OfOthers } from './of-others.tsx';
import { UserAccounts, UserChannels } from './user-accounts.tsx';
import { Credits, Payments, Suspension } from './user-actions.tsx';
import { countOf } from './user-counts.ts';
import { UserKeys } from './user-keys.tsx';
import { UserPictures } from './user-pictures.tsx';

const here = (_: unknown, { path }: Visit) => path;

export default page({
  load: (api, { params }) => api.read(GetUser, { params }),
  forms: {
    suspend: form(SuspendUser, {
      fields: { reason: text },
      body: ({ reason }) => ({ suspended: true, reason }),
      notice: 'The user is suspended.',
      done: here,
    }),
    reinstate: form(SuspendUser, {
      fields: {},
      body: () => ({ suspended: false }),
      notice: 'The suspension is lifted.',
      done: here,
    }),
    grant: form(GrantCredits, {
      fields: { credits: integer, reference: text },
      params: ({ params: { id = '' } }) => ({ userId: id }),
      notice: 'The credits are granted.',
      done: here,
    }),
    block: form(BlockChannel, {
      fields: { reason: text },
      params: (_, of) => ({ id: of }),
      body: blockBody,
      notice: 'The channel is blocked.',
      done: here,
    }),
    unblock: form(BlockChannel, {
      fields: {},
      params: (_, of) => ({ id: of }),
      body: unblockBody,
      notice: 'The block of the channel has ended.',
      done: here,
    }),
    remove: form(RemoveCreatorPicture, {
      fields: { reason: text },
      params: ({ params: { id = '' } }, pictureId) => ({ userId: id, pictureId }),
      notice: 'The picture is removed.',
      done: here,
    }),
  },
  render: ({ data }, view) => ({
    title: data.displayName || `User ${data.id}`,
    content: (
      <>
        <Heading
          title={data.displayName || `User ${data.id}`}
          back={{ href: '/cabinet/staff/users', label: 'Users' }}
          about={`User ${data.id}`}
        >
          {data.suspendedAt !== null && <Status of="SUSPENDED" tone="bad" />}
        </Heading>
        <Money user={data} />
        <div class="two part">
          <div>
            <Facts user={data} />
            <UserKeys user={data} />
            <UserAccounts user={data} />
            <UserChannels user={data} view={view} />
            <UserPictures user={data} view={view} />
          </div>
          <div class="stack">
            <OfOthers owners={[data.id]} view={view}>
              <Payments user={data} />
              <Credits view={view} />
              <Suspension user={data} view={view} />
            </OfOthers>
            <p>
              <a href={`/cabinet/staff/audit?object=users%2F${data.id}`}>Changes by staff</a>
            </p>
          </div>
        </div>
      </>
    ),
  }),
});

const Money = ({ user: { wallet, credits } }: { readonly user: UserForStaffView }) => (
  <dl class="figures">
    <div class="card figure-card">
      <dt>Available</dt>
      <dd>{priceOf(wallet.balance)}</dd>
    </div>
    <div class="card figure-card">
      <dt>Reserved</dt>
      <dd>{priceOf(wallet.reserved)}</dd>
    </div>
    <div class="card figure-card">
      <dt>Credits</dt>
      <dd>{exactly(credits.balance)}</dd>
      <dd class="quiet">{exactly(credits.reserved)} of them reserved</dd>
    </div>
  </dl>
);

const Facts = ({ user }: { readonly user: UserForStaffView }) => (
  <section class="part card panel" aria-labelledby="facts">
    <h2 id="facts">Account</h2>
    <dl class="facts-list">
      <dt>Email address</dt>
      <dd>
        {user.email} <span class="quiet">{user.isVerified ? '(verified)' : '(not verified)'}</span>
      </dd>
      <dt>Roles</dt>
      <dd>{user.roles.length === 0 ? 'none' : user.roles.map(inWords).join(', ')}</dd>
      <dt>Signed up</dt>
      <dd>
        <Time at={user.createdAt} />
      </dd>
      {user.suspendedAt !== null && (
        <>
          <dt>Suspended</dt>
          <dd>
            <Time at={user.suspendedAt} />
          </dd>
          {user.suspensionReason !== null && (
            <>
              <dt>Reason</dt>
              <dd dir="auto">{user.suspensionReason}</dd>
            </>
          )}
        </>
      )}
      <dt>Orders</dt>
      <dd>{countOf(user.counts.orders)}</dd>
      <dt>Assignments</dt>
      <dd>
        {countOf(user.counts.assignments)}, {countOf(user.counts.openAssignments)} of them open
      </dd>
      <dt>Campaigns</dt>
      <dd>
        {countOf(user.counts.campaigns)}, {countOf(user.counts.openCampaigns)} of them running or paused
      </dd>
      <dt>Factories</dt>
      <dd>{countOf(user.counts.factories)}</dd>
      <dt>Sessions</dt>
      <dd>{countOf(user.counts.sessions)}</dd>
    </dl>
  </section>
);
