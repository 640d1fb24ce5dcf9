import { creditsOf } from '../credits.ts';
import { type OwnMarket, ownMarket } from '../stack/own-market.ts';
import type { OwnStackOptions } from '../stack/stack.ts';
import { type Values, type Visitor, visitorOf } from './visitor.ts';

/** The market of an advertiser with a factory, who sends forms. */
export interface FormMarket extends OwnMarket {
  readonly owner: Visitor;
  readonly factoryId: number;
}

/** A stack of its own for the forms that are done once. */
export const ownFormMarket = (isReady: (own: FormMarket) => void, options: OwnStackOptions = {}): void =>
  ownMarket(
    async (own) => {
      const { id } = await own.market.anAdvertiser();
      const factoryId = await creditsOf(own.market).aFactory(id);
      isReady({ ...own, factoryId, owner: await visitorOf(own.market, own.stack.baseUrl, id) });
    },
    { ...options, vars: { ...options.vars, WEBHOOK_TRUSTED_ORIGINS: 'http://127.0.0.1:9' } },
  );

/** A form that is done once for its key. Each needs what the ones before it have made. */
export interface OnceForm {
  readonly name: string;
  readonly operation: string;
  readonly path: (own: FormMarket) => string | Promise<string>;
  readonly form: string;
  /** The id of the object that the form is of. */
  readonly of?: (own: FormMarket) => Promise<string>;
  readonly values?: () => Values;
}

export const keysPath = '/cabinet/settings/keys';
export const hooksPath = '/cabinet/settings/webhooks';

const newest = async ({ market }: FormMarket, query: string): Promise<string> =>
  (await market.pool.query<{ id: string }>(query)).rows[0]?.id ?? '';
const endpointPath = async (own: FormMarket) =>
  `${hooksPath}/${await newest(own, 'select id::text from webhook_endpoints order by id desc limit 1')}`;

const endedDelivery = `insert into messages (channel, recipient_id, endpoint_id, kind, body, status, created_at, ended_at)
  select 'WEBHOOK', owner_id, id, 'campaign.started', '{}', 'FAILED', now(), now() from webhook_endpoints order by id desc limit 1`;

let hooks = 0;
export const onceForms = {
  newKey: {
    operation: 'CreateApiKey',
    name: 'a new key',
    path: () => keysPath,
    form: 'create',
    values: () => ({ name: 'Robot' }),
  },
  replacedKey: {
    operation: 'RotateApiKey',
    ...{ name: 'a replaced key', path: () => keysPath, form: 'rotate' },
    of: (own) =>
      newest(own, 'select id::text from api_keys where replaced_at is null order by created_at desc limit 1'),
  },
  newEndpoint: {
    operation: 'CreateWebhookEndpoint',
    ...{ name: 'a new endpoint', path: () => hooksPath, form: 'create' },
    values: () => ({ url: `http://127.0.0.1:9/hook-${hooks++}` }),
  },
  replacedSecret: {
    operation: 'RotateWebhookSecret',
    name: 'a replaced secret of an endpoint',
    path: endpointPath,
    form: 'rotate',
  },
  testOfEndpoint: { operation: 'TestWebhookEndpoint', name: 'a test of an endpoint', path: endpointPath, form: 'test' },
  replayedDelivery: {
    operation: 'ReplayWebhookDelivery',
    ...{ name: 'a replayed delivery', form: 'replay' },
    async path(own) {
      await own.market.pool.query(endedDelivery);
      return endpointPath(own);
    },
    of: (own) =>
      newest(
        own,
        // Not that of a test or of another endpoint, which may have ended meanwhile.
        `select id::text from messages where endpoint_id = (select max(id) from webhook_endpoints) and kind = 'campaign.started'
           and status = 'FAILED' order by id desc limit 1`,
      ),
  },
  shareLink: {
    operation: 'CreateShareLink',
    ...{ name: 'a share link', path: ({ factoryId }) => `/cabinet/factories/${factoryId}/share-links`, form: 'create' },
  },
} satisfies Readonly<Record<string, OnceForm>>;
