import { ListStaffActions } from '../../../../schema/desk/audit-log.ts';
import type { Json } from '../../../../schema/shared/operation.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { BlockSocialAccount, GetSocialAccountForStaff } from '../../../../schema/social-accounts/social-accounts.ts';
import { exactly } from '../../ui/format.ts';
import { text } from '../../ui/forms/field-kinds.ts';
import { Time } from '../../ui/time.tsx';
import { Picture } from '../creator/accounts/account-name.tsx';
import { accountTones, accountWords, connectionWords, provenBy } from '../creator/accounts/account-words.ts';
import { Known } from '../creator/dash.tsx';
import { Heading } from '../frame/frame.tsx';
import { Status } from '../frame/status.tsx';
import { form, page, type View, type Visit } from '../page.ts';
import { Actions } from './audit-page.tsx';
import { BlockFacts, BlockForms, blockBody, unblockBody } from './block.tsx';

type Account = Json<ReturnType<typeof GetSocialAccountForStaff.answer>>['data'];

const here = (_: unknown, { path }: Visit) => path;

export default page({
  async load(api, { params }) {
    const [account, actions] = await Promise.all([
      api.read(GetSocialAccountForStaff, { params }),
      api.read(ListStaffActions, { query: { limit: '20', changes: 'true', object: `social-accounts/${params.id}` } }),
    ]);
    return { account: account.data, actions };
  },
  forms: {
    block: form(BlockSocialAccount, {
      fields: { reason: text },
      body: blockBody,
      notice: 'The account is blocked.',
      done: here,
    }),
    unblock: form(BlockSocialAccount, {
      fields: {},
      body: unblockBody,
      notice: 'The block has ended.',
      done: here,
    }),
  },
  render: ({ account, actions }, view) => ({
    title: `${platformNames[account.platform]} ${account.handle}`,
    content: (
      <>
        <Heading
          title={`${platformNames[account.platform]} ${account.handle}`}
          back={{ href: `/cabinet/staff/users/${account.ownerId}`, label: `User ${account.ownerId}` }}
          about={`Social account ${account.id}`}
        >
          <Status of={accountWords[account.status]} tone={accountTones[account.status]} />
        </Heading>
        <div class="two">
          <Facts account={account} view={view} />
          <Block account={account} view={view} />
        </div>
        <section class="part" aria-labelledby="history">
          <div class="part-head">
            <h2 id="history">Changes by staff</h2>
            {actions.nextCursor !== null && (
              <a href={`/cabinet/staff/audit?object=social-accounts%2F${account.id}`}>All changes</a>
            )}
          </div>
          {actions.data.length === 0 ? (
            <div class="card empty-card">
              <p>Staff has changed nothing here.</p>
            </div>
          ) : (
            <Actions actions={actions.data} />
          )}
        </section>
      </>
    ),
  }),
});

interface Props {
  readonly account: Account;
  readonly view: View;
}

const Facts = ({ account, view }: Props) => {
  const { socialConnection: connection, verifiedVia, verifiedAt } = account;
  return (
    <section class="card panel stack" aria-labelledby="facts">
      <h2 id="facts">Account</h2>
      <Picture avatarUrl={account.avatarUrl} baseUrl={view.baseUrl} />
      <dl class="facts-list">
        <dt>Displayed name</dt>
        <dd dir="auto">
          <Known value={account.title} show={(name) => name} why="not read yet" />
        </dd>
        <dt>Id at the platform</dt>
        <dd>
          <Known value={account.externalId} show={(id) => <code>{id}</code>} why="the platform has not stated it yet" />
        </dd>
        <dt>Followers</dt>
        <dd>
          <Known value={account.followers} show={exactly} why="not known, or not shown by the owner" />
        </dd>
        <dt>Verified</dt>
        <dd>
          {verifiedVia === null ? 'not yet' : provenBy[verifiedVia]}
          {verifiedAt !== null && (
            <>
              , <Time at={verifiedAt} />
            </>
          )}
        </dd>
        <dt>Connection</dt>
        <dd>{connection === undefined ? 'none' : connectionWords[connection.status]}</dd>
        <dt>Added</dt>
        <dd>
          <Time at={account.createdAt} />
        </dd>
        {account.endedAt !== null && (
          <>
            <dt>Ended</dt>
            <dd>
              <Time at={account.endedAt} />
            </dd>
          </>
        )}
      </dl>
    </section>
  );
};

const explanation =
  'Within a second its channel and services are hidden, and its connection is not used. The owner is notified, and can neither sell nor delete it.';

const Block = ({ account, view }: Props) => (
  <section class="card panel" aria-labelledby="block">
    <h2 id="block">Block</h2>
    <BlockFacts state={account} />
    {isBlockable[account.status] ? (
      <BlockForms state={account} what="account" ownerId={account.ownerId} explanation={explanation} view={view} />
    ) : (
      <p class="quiet">Only a verified account can be blocked.</p>
    )}
  </section>
);

/** SUSPENDED is a verified account whose owner is suspended. */
const isBlockable: Readonly<Record<Account['status'], boolean>> = {
  ...{ PENDING: false, ACTIVE: true, BLOCKED: true, SUSPENDED: true },
  ...{ SOLD: false, DELETED: false },
};
