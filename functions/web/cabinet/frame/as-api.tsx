import type { ApiRequest } from '../page.ts';

/** The requests of the API that a page is made of, for people who automate what they do here. */
export const AsApi = ({ requests, baseUrl }: { readonly requests: readonly ApiRequest[]; readonly baseUrl: string }) =>
  requests.length === 0 ? null : (
    <details class="as-api">
      <summary>This page as API {requests.length === 1 ? 'request' : 'requests'}</summary>
      <pre class="code">
        {requests.map(({ path, by }) => `curl -H '${credentials[by]}' '${baseUrl}${path}'`).join('\n')}
      </pre>
    </details>
  );

const credentials = { key: 'X-API-Key: …', token: 'Authorization: Bearer …' } as const;
