import { Heading } from '../frame/frame.tsx';

interface Props {
  readonly id: number;
  readonly url: string;
  readonly secret: string;
}

/** The only page that shows the secret of an endpoint. */
export const WebhookSecret = ({ id, url, secret }: Props) => (
  <>
    <Heading title="Your webhook secret" back={{ href: '/cabinet/settings/webhooks', label: 'Webhooks' }} />
    <div class="stack">
      <p>
        Copy the secret of <strong>{url}</strong> now. This page shows it once. Your program verifies each call with it.
      </p>
      <div class="secret">
        <code id="secret">{secret}</code>
        <button type="button" data-copy="secret" class="secondary">
          Copy
        </button>
      </div>
      <div class="buttons">
        <a class="button secondary" href={`/cabinet/settings/webhooks/${id}`}>
          I have copied the secret
        </a>
      </div>
    </div>
  </>
);
