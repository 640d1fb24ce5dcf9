import type { CreateApiKey } from '../../../../schema/identity/api-keys.ts';
import type { AnswerOf } from '../../../../schema/shared/operation.ts';
import { Heading } from '../frame/frame.tsx';

type CreatedKey = AnswerOf<typeof CreateApiKey>['data'];

/** The only page that shows a key. */
export const NewKey = ({ apiKey, baseUrl }: { readonly apiKey: CreatedKey; readonly baseUrl: string }) => (
  <>
    <Heading title="Your new API key" back={{ href: '/cabinet/settings/keys', label: 'API keys' }} />
    <div class="stack">
      <p>
        Copy the key of <strong dir="auto">{apiKey.name}</strong> now. This page shows it once: we store only a hash of
        it. If you lose it, create a new key and delete this one.
      </p>
      <div class="secret">
        <code id="key">{apiKey.key}</code>
        <button type="button" data-copy="key" class="secondary">
          Copy
        </button>
      </div>
      <h2>Your first request</h2>
      <pre class="code" id="curl">{`curl -H 'X-API-Key: ${apiKey.key}' ${baseUrl}/api/v1/public/me`}</pre>
      <div class="buttons">
        <button type="button" data-copy="curl" class="secondary">
          Copy
        </button>
        <a class="button secondary" href="/cabinet/settings/keys">
          I have copied the key
        </a>
      </div>
    </div>
  </>
);
