import type { Endpoint } from './endpoints/endpoint.ts';
import type { UpstashEndpoint } from './endpoints/upstash-endpoint.ts';
import type { Database } from './postgres/database.ts';

/** The services that run here; undefined when the environment names another. */
export interface ServiceParts {
  readonly database: Database | undefined;
  readonly neon: Endpoint | undefined;
  readonly upstash: UpstashEndpoint | undefined;
  readonly mail: Endpoint | undefined;
  /** The simulator of the platforms' APIs. */
  readonly social: Endpoint | undefined;
  /** The resolver for the hosts of webhooks. */
  readonly dns: Endpoint | undefined;
  /** The virus scanner for private files. */
  readonly scanner: Endpoint | undefined;
}
