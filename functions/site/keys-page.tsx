import { Document } from './layout.tsx';
import { documentOf } from './rendered.ts';

export interface ShownKey {
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The page of a link in a mail: the keys that work, and a button that deletes all of them. It sends to the page's own address. */
export function renderKeys(keys: readonly ShownKey[]): string {
  return documentOf(
    <Document title="Your API keys · Castline">
      <div class="stack">
        <h1>{keys.length === 0 ? 'No API key works' : 'Delete all API keys?'}</h1>
        {keys.length === 0 ? <p>All API keys of this account are deleted or have expired.</p> : <Keys keys={keys} />}
      </div>
    </Document>,
  );
}

const Keys = ({ keys }: { keys: readonly ShownKey[] }) => (
  <>
    <p>These API keys of your account work now. Programs that use them are refused once you delete them.</p>
    <ul class="stack">
      {keys.map(({ name, prefix, createdAt, lastUsedAt }) => (
        <li>
          <strong>{name}</strong> <code>{prefix}</code>
          <br />
          <span class="quiet small">
            Created {dayOf(createdAt)}, {lastUsedAt === null ? 'never used' : `last used ${dayOf(lastUsedAt)}`}
          </span>
        </li>
      ))}
    </ul>
    <form method="post">
      <button type="submit">Delete all API keys</button>
    </form>
  </>
);

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
