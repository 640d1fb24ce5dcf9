import type { Child } from 'hono/jsx';
import { Day } from '../ui/day.tsx';
import { Document } from '../ui/layout.tsx';
import { documentOf } from '../ui/rendered.ts';

export interface ShownKey {
  readonly name: string;
  /** The part of the key that may be shown: everything up to the dot. */
  readonly begins: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The page behind a link from an email: the active keys, and a button that deletes all of them. It posts to its own address. */
export const renderKeys = (keys: readonly ShownKey[]): string =>
  keys.length === 0
    ? page(
        'There are no API keys to delete',
        <p>This account has no valid API key: all keys are deleted or have expired.</p>,
      )
    : page('Delete all API keys?', <Keys keys={keys} />);

/** The answer to the button. */
export const renderDeleted = (): string =>
  page(
    'All API keys are deleted',
    <>
      <p>Within a second Castline refuses every program that uses one of them.</p>
      <p class="quiet">
        Anybody who knows your password can create new keys. If you did not change your password yourself, set a new
        one.
      </p>
    </>,
  );

/** The answer to a link that is forged, incomplete or older than seven days. */
export const renderDeadLink = (): string =>
  page(
    'This link is not valid',
    <>
      <p>The link is incomplete or has expired. Links are valid for seven days. No API key was deleted.</p>
      <p class="quiet">When you change your password, you get a new link.</p>
    </>,
  );

const page = (heading: string, children: Child): string =>
  documentOf(
    <Document title={`${heading} · Castline`} isPersonal>
      <div class="narrow stack">
        <h1>{heading}</h1>
        {children}
      </div>
    </Document>,
  );

const Keys = ({ keys }: { keys: readonly ShownKey[] }) => (
  <>
    <p>
      {keys.length === 1
        ? 'This API key of your account is valid. Castline will refuse a program that uses it'
        : `These ${keys.length} API keys of your account are valid. Castline will refuse programs that use them`}{' '}
      within a second after you delete {keys.length === 1 ? 'it' : 'them'}. You cannot undo this.
    </p>
    <ul class="card rows">
      {keys.map(({ name, begins, scopes, createdAt, lastUsedAt }) => (
        <li>
          <strong>{name}</strong>
          <code>{begins}…</code>
          <span class="quiet small">
            {scopes.join(', ')} · created <Time at={createdAt} /> ·{' '}
            {lastUsedAt === null ? 'never used' : <LastUsed at={lastUsedAt} />}
          </span>
        </li>
      ))}
    </ul>
    <form method="post">
      <button class="danger" type="submit">
        Delete {keys.length === 1 ? 'this API key' : `all ${keys.length} API keys`}
      </button>
    </form>
    <p class="quiet small">
      If you recognize {keys.length === 1 ? 'it' : 'all of them'}, close this page. Nothing changes.
    </p>
  </>
);

const Time = ({ at }: { at: Date }) => <Day at={at.toISOString()} />;

const LastUsed = ({ at }: { at: Date }) => (
  <>
    last used <Time at={at} />
  </>
);
