import type { EdgeFunction } from '../../../functions/settings/index.ts';

/** The addresses of a temporary stack. */
export interface StackAddresses {
  baseUrl: string;
  /** The URL of each edge function's own socket, with `hasProcesses`; else all have the URL of `guest`. */
  urls: Readonly<Record<EdgeFunction, string>>;
  /** The owner role of the tables, to arrange and to assert. */
  adminDatabaseUrl: string;
  /** The role of `api`. */
  databaseUrl: string;
  /** The roles of the edge functions. */
  databaseUrls: Readonly<Record<EdgeFunction, string>>;
  /** The value of NEON_FETCH_ENDPOINT. */
  neonUrl: string;
  upstashUrl: string;
  upstashToken: string;
  mailDir: string;
  /** The URL of the simulator of the platforms. */
  socialUrl: string;
  /** The URL of the resolver for the hosts of webhooks. */
  dnsUrl: string;
  /** The log of the edge functions. */
  logFile: string;
  controlUrl: string;
  /** The S3 endpoint of the object store. */
  storeUrl: string;
  /** The id of the key that signs tokens. */
  signingKeyId: string;
  postgresPid: number;
  /** The file with the log of Postgres. */
  postgresLog: string;
}
