import { CreateChannel } from '../../../../../schema/creators/channels.ts';
import { notFound } from '../../../../../schema/shared/errors.ts';
import { EndConnection, ShareMetrics } from '../../../../../schema/social-accounts/connections.ts';
import {
  DeleteSocialAccount,
  ListSocialAccounts,
  RefreshAvatar,
  SellSocialAccount,
} from '../../../../../schema/social-accounts/social-accounts.ts';
import { GetAccountStats } from '../../../../../schema/social-accounts/stats.ts';
import {
  CompleteRecordingUpload,
  CreateRecordingUpload,
  OpenStatsSession,
} from '../../../../../schema/social-accounts/stats-sessions.ts';
import {
  CheckAccountVerification,
  GetAccountVerification,
  RenewAccountVerification,
} from '../../../../../schema/social-accounts/verification.ts';
import { flag, optionalText } from '../../../ui/forms/field-kinds.ts';
import { Heading } from '../../frame/frame.tsx';
import { type Api, form, page, type Visit } from '../../page.ts';
import { fileFields } from '../../uploads/file-fields.ts';
import { AccountConnection } from './account-connection.tsx';
import { AccountEnd } from './account-end.tsx';
import { AccountFacts } from './account-facts.tsx';
import { AccountProof } from './account-proof.tsx';
import { AccountStats } from './account-stats.tsx';
import { nameOf } from './account-words.ts';
import { connectForm, signInOrigins } from './connect-form.tsx';

const list = '/cabinet/accounts';
const stay = (_: unknown, { path }: Visit) => path;

/** The account of the path, and what its state needs: how to prove it, or its statistics. */
async function load(api: Api, { params }: Visit) {
  const { data } = await api.read(ListSocialAccounts, { query: { limit: '100' } });
  const account = data.find(({ id }) => String(id) === params.id);
  if (account === undefined) throw notFound();
  const of = { params: { id: String(account.id) } };
  const proof = account.status === 'PENDING' ? (await api.read(GetAccountVerification, of)).data : null;
  const stats = account.status === 'PENDING' ? null : (await api.read(GetAccountStats, of)).data;
  return { account, proof, stats };
}

export default page({
  load,
  forms: {
    connect: connectForm,
    check: form(CheckAccountVerification, {
      fields: {},
      notice: 'We are asking the platform. Load this page again in a few seconds.',
      done: stay,
    }),
    renew: form(RenewAccountVerification, { fields: {}, notice: 'The new code replaces the old one.', done: stay }),
    share: form(ShareMetrics, {
      fields: { enabled: flag, sharingVersion: optionalText },
      notice: 'Your decision is saved.',
      done: stay,
    }),
    disconnect: form(EndConnection, { fields: {}, notice: 'The connection has ended.', done: stay }),
    record: form(OpenStatsSession, { fields: {}, notice: 'The recording session is open.', done: stay }),
    upload: form(CreateRecordingUpload, {
      fields: fileFields,
      params: ({ params }, of) => ({ ...params, sessionId: of }),
      done: stay,
    }),
    complete: form(CompleteRecordingUpload, {
      fields: {},
      params: ({ params }, of) => {
        const [sessionId = '', uploadId = ''] = of.split('/');
        return { ...params, sessionId, uploadId };
      },
      done: stay,
    }),
    picture: form(RefreshAvatar, { fields: {}, notice: 'The picture is fetched again.', done: stay }),
    channel: form(CreateChannel, {
      fields: {},
      body: (_, { params }) => ({ kind: 'NATIVE', socialAccountId: Number(params.id) }),
      notice: 'The channel is added. Next, set its prices.',
      done: ({ data }) => `/cabinet/channels/${data.id}/prices`,
    }),
    sell: form(SellSocialAccount, { fields: {}, notice: 'The account is marked as sold.', done: () => list }),
    delete: form(DeleteSocialAccount, { fields: {}, notice: 'The account is deleted.', done: () => list }),
  },
  render({ account, proof, stats }, view) {
    const name = nameOf(account);
    const isActive = account.status === 'ACTIVE';
    return {
      ...(stats?.session.status === 'OPEN' && { connectOrigins: [view.storeOrigin] }),
      title: name,
      formOrigins: signInOrigins(view),
      content: (
        <>
          <Heading title={name} back={{ href: list, label: 'Accounts' }} />
          <div class="two">
            {proof !== null ? (
              <AccountProof account={account} proof={proof} view={view} />
            ) : isActive ? (
              <AccountConnection account={account} view={view} />
            ) : (
              <section class="card panel">
                <p class="quiet">The account is blocked: Castline does not use it now.</p>
              </section>
            )}
            <AccountFacts account={account} view={view} />
          </div>
          {stats !== null && <AccountStats account={account} stats={stats} view={view} isUsable={isActive} />}
          <AccountEnd account={account} view={view} />
        </>
      ),
    };
  },
});
