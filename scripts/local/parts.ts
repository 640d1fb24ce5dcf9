import type { Endpoint } from './endpoints/endpoint.ts';
import type { UpstashEndpoint } from './endpoints/upstash-endpoint.ts';
import type { Database } from './postgres/database.ts';

/** The services that run here; undefined where the environment names another. */
export interface ServiceParts {
  readonly database: Database | undefined;
  readonly neon: Endpoint | undefined;
  readonly upstash: UpstashEndpoint | undefined;
  readonly mail: Endpoint | undefined;
  /** Stands in for the platforms' APIs. */
  readonly social: Endpoint | undefined;
  /** Resolves the names of webhooks' hosts. */
  readonly dns: Endpoint | undefined;
  /** Looks for viruses in private files. */
  readonly scanner: Endpoint | undefined;
}
