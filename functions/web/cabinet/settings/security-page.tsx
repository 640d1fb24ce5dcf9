import { EndOtherSessions, EndSession, ListSessions } from '../../../../schema/identity/sessions.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Time } from '../../ui/time.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { Heading } from '../frame/frame.tsx';
import { Table } from '../frame/table.tsx';
import { form, page } from '../page.ts';
import { browserName } from './browser-name.ts';
import { SettingsTabs } from './tabs.tsx';

const path = '/cabinet/settings/security';

export default page({
  load: (api) => api.read(ListSessions),
  forms: {
    end: form(EndSession, {
      fields: {},
      params: (_, of) => ({ id: of }),
      notice: 'The session has ended.',
      done: () => path,
    }),
    others: form(EndOtherSessions, { fields: {}, notice: 'All other sessions have ended.', done: () => path }),
  },
  render: ({ data }, view) => ({
    title: 'Security',
    content: (
      <>
        <Heading title="Settings" />
        <SettingsTabs path={view.path} />
        <section class="part">
          <div class="part-head">
            <h2>Sessions</h2>
            {data.length > 1 && (
              <Confirm
                of={view.form('others')}
                label="Sign out everywhere else"
                question={`End ${data.length - 1} other ${data.length === 2 ? 'session' : 'sessions'}?`}
                explanation="They end within a second. This browser stays signed in."
              >
                <Form of={view.form('others')} submit="Sign out everywhere else" isDangerous isInline />
              </Confirm>
            )}
          </div>
          <Table columns={['Browser', 'Signed in', 'Ends', { actions: 'Actions' }]}>
            {data.map(({ id, isCurrent, userAgent, ipAddress, createdAt, expiresAt }) => (
              <tr>
                <th scope="row">
                  <span>
                    <span class="main">{browserName(userAgent)}</span>
                    <span class="under">{ipAddress ?? 'unknown address'}</span>
                  </span>
                </th>
                <td data-label="Signed in">
                  <Time at={createdAt} />
                </td>
                <td data-label="Ends">
                  <Time at={expiresAt} />
                </td>
                <td class="action">
                  {isCurrent ? (
                    <span class="status good">This browser</span>
                  ) : (
                    <Form of={view.form('end', String(id))} submit="End session" isQuiet isInline />
                  )}
                </td>
              </tr>
            ))}
          </Table>
        </section>
        <section class="part card panel">
          <h2>Password</h2>
          <p class="quiet">A new password ends all other sessions and all tokens.</p>
          <p class="buttons">
            <a class="button secondary" href="/cabinet/settings/password">
              Change your password
            </a>
          </p>
        </section>
        <section class="part card panel">
          <h2>Email address</h2>
          <p class="quiet">
            The new address replaces the current one when you open the link that we send to it and confirm it there.
          </p>
          <p class="buttons">
            <a class="button secondary" href="/cabinet/settings/email">
              Change your email address
            </a>
          </p>
        </section>
        <section class="part card panel">
          <h2>Account</h2>
          <p class="quiet">A deleted account cannot be restored. The next page says what is deleted and what stays.</p>
          <p class="buttons">
            <a class="button secondary" href="/cabinet/settings/deletion">
              Delete your account
            </a>
          </p>
        </section>
      </>
    ),
  }),
});
