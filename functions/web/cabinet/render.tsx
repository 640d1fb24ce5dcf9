import type { Child } from 'hono/jsx';
import { AccountSuspended } from '../../../schema/identity/suspension.ts';
import { type ErrorCode, errorStatus, type Refusal } from '../../../schema/shared/errors.ts';
import { ownFields } from '../ui/forms/form-state.ts';
import { Hidden } from '../ui/forms/inputs.tsx';
import { OperatorContact } from '../ui/operator-contact.tsx';
import { documentOf } from '../ui/rendered.ts';
import { SignOut } from '../ui/sign-out.tsx';
import { AsApi } from './frame/as-api.tsx';
import { Head, Heading, renderFrame } from './frame/frame.tsx';
import type { ApiRequest, PageUser, Shown, View, Visit } from './page.ts';
import type { Sent } from './sent-form.ts';

export interface Rendering {
  readonly shown: Shown;
  readonly view: View;
  /** The reads of the page, as requests of the API. */
  readonly requests?: readonly ApiRequest[];
}

export const renderPage = ({ shown, view, requests = [] }: Rendering, notice: string | null): string =>
  renderFrame({
    title: shown.title,
    path: view.path,
    user: view.user,
    scriptPath: view.scriptPath,
    notice,
    children: (
      <>
        {shown.content}
        <AsApi requests={requests} baseUrl={view.baseUrl} />
      </>
    ),
  });

/** A page after a refused form. Where the page does not show the form again, because its object has changed, it begins with the reason. */
export function renderRefused(rendering: Rendering, refusal: Refusal): string {
  const html = renderPage(rendering, null);
  // No text has this: its quotation mark would be escaped.
  if (html.includes(' data-focus="')) return html;
  const { shown } = rendering;
  const content = (
    <>
      <div class="notice" role="alert" tabindex={-1} data-focus>
        <p>{refusal.message}</p>
      </div>
      {shown.content}
    </>
  );
  return renderPage({ ...rendering, shown: { ...shown, content } }, null);
}

/** A refusal of a whole page. */
export function renderProblem(refusal: Refusal, visit: Visit, user: PageUser | null): string {
  const { heading, text } = problemOf(refusal);
  const content = (
    <>
      <Heading title={heading} />
      <div class="stack">
        <p>{text}</p>
        {refusal.code === 'ROLE_NOT_ALLOWED' && !visit.path.startsWith('/cabinet/staff') && (
          <p>
            <a href="/cabinet/settings">Choose your roles in the settings</a>.
          </p>
        )}
        {asksOperator.has(refusal.code) && (
          <p>
            <OperatorContact contact={visit.operatorContact} subject={`Request ${visit.requestId}`} />
          </p>
        )}
        <p class="quiet small">
          {refusal.code} · {errorStatus[refusal.code]} · request {visit.requestId}
        </p>
        {refusal instanceof AccountSuspended ? (
          <SignOut />
        ) : (
          <p>
            <a class="button" href="/cabinet">
              Go to the start page
            </a>
          </p>
        )}
      </div>
    </>
  );
  return user === null
    ? alone(heading, content)
    : renderFrame({
        ...{ title: heading, path: visit.path, user, scriptPath: visit.scriptPath },
        ...{ notice: null, children: content },
      });
}

/** The reader cannot mend these. The operator can, or can say why. */
const asksOperator: ReadonlySet<ErrorCode> = new Set(['ACCOUNT_ACCESS_DENIED', 'INTERNAL_ERROR']);

function problemOf(refusal: Refusal): { readonly heading: string; readonly text: string } {
  const { code, message } = refusal;
  if (refusal instanceof AccountSuspended) return { heading: 'Your account is suspended', text: message };
  switch (code) {
    case 'RESOURCE_NOT_FOUND':
      return { heading: 'Page not found', text: 'This page does not exist, or it belongs to another user.' };
    case 'ROLE_NOT_ALLOWED':
      return {
        heading: 'Not for your role',
        text: 'This page needs another role.',
      };
    case 'ACCOUNT_ACCESS_DENIED':
      return { heading: 'Not allowed', text: message };
    case 'VALIDATION_FAILED':
    case 'INVALID_CURSOR':
      return { heading: 'This address is not valid', text: message };
    case 'INTERNAL_ERROR':
      return {
        heading: 'Something went wrong',
        text: 'The error is on our side. We have logged it with this request.',
      };
    default:
      return { heading: 'This did not work', text: message };
  }
}

const addressOf = ({ path, query }: Visit): string =>
  Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`;

/** A form that could not be sent: with everything that was typed, and with the button again. */
export function renderUnsent(sent: Sent, visit: Visit, refusal: Refusal): string {
  const isSignedOut = refusal.code === 'JWT_INVALID';
  const typed = [...sent.texts].flatMap(([name, values]) => values.map((value) => [name, value] as const));
  const heading = isSignedOut ? 'You are signed out' : 'The form was not sent';
  return alone(
    heading,
    <>
      <h1>{heading}</h1>
      {refusal instanceof AccountSuspended ? (
        <>
          <p>{refusal.message}</p>
          <p>
            Nothing has changed, and nothing that you typed is lost.{' '}
            <OperatorContact contact={visit.operatorContact} subject={`Request ${visit.requestId}`} />
          </p>
          <SignOut />
        </>
      ) : isSignedOut ? (
        <p>
          Nothing has changed, and nothing that you typed is lost.{' '}
          <a href={`/sign-in?${new URLSearchParams({ returnTo: addressOf(visit) })}`} target="_blank" rel="noopener">
            Sign in in another tab
          </a>
          , then come back and send the form again.
        </p>
      ) : (
        <p>{refusal.message} Nothing that you typed is lost.</p>
      )}
      <form method="post" class="form">
        <Hidden name={ownFields.form} value={sent.name} />
        {sent.of !== '' && <Hidden name={ownFields.of} value={sent.of} />}
        <Hidden name={ownFields.key} value={sent.key} />
        {typed.map(([name, value]) => (
          <Hidden name={name} value={value} />
        ))}
        {typed.length > 0 && <Typed typed={typed} />}
        <div class="buttons">
          <button type="submit">Send again</button>
        </div>
      </form>
      <p class="quiet small">
        {refusal.code} · {errorStatus[refusal.code]} · request {visit.requestId}
      </p>
    </>,
  );
}

const Typed = ({ typed }: { readonly typed: readonly (readonly [string, string])[] }) => (
  <details>
    <summary>What you typed</summary>
    <dl class="facts-list">
      {typed
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </>
        ))}
    </dl>
  </details>
);

const alone = (title: string, content: Child): string =>
  documentOf(
    <html lang="en">
      <Head title={title} scriptPath={null} />
      <body>
        <main id="main" class="wide">
          <div class="narrow stack">{content}</div>
        </main>
      </body>
    </html>,
  );
