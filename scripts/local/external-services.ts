import path from 'node:path';
import type { Protocol } from './endpoints/neon-pipeline.ts';
import { projectRoot } from './process/project-root.ts';
import { SetupProblem } from './process/setup-problem.ts';

export type Environment = Record<string, string | undefined>;

/** The services that the environment places elsewhere. */
export interface ExternalServices {
  database: boolean;
  /** The HTTP endpoint of the database, which Neon includes and any other Postgres lacks. */
  neon: boolean;
  redis: boolean;
  mail: boolean;
  /** The official APIs of the platforms; a key alone selects the real one. */
  social: boolean;
  /** The DNS resolver for the hosts of webhooks. */
  dns: boolean;
  /** The virus scanner for private files. */
  scanner: boolean;
}

/** Reads the locations of services; an incomplete one or an invalid URL is a problem. */
export function externalServices(environment: Environment): ExternalServices {
  const needsOfObjects = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  isNamed(environment, 'S3_ENDPOINT', 'https://host', needsOfObjects);
  isNamed(environment, 'YOUTUBE_API_URL', 'https://host/youtube/v3', ['YOUTUBE_API_KEY']);
  const database = isNamed(environment, 'DATABASE_URL', 'postgres://user:password@host/database', []);
  return {
    database,
    neon: Boolean(environment.NEON_FETCH_ENDPOINT) || (database && isNeon(environment.DATABASE_URL ?? '')),
    redis: isNamed(environment, 'UPSTASH_REDIS_REST_URL', 'https://host', ['UPSTASH_REDIS_REST_TOKEN']),
    mail: isNamed(environment, 'MAIL_URL', 'https://host', ['MAIL_TOKEN']),
    social: Boolean(environment.YOUTUBE_API_KEY),
    dns: isNamed(environment, 'DNS_RESOLVER_URL', 'https://host/dns-query', []),
    scanner: isNamed(environment, 'VIRUS_SCAN_URL', 'https://host/scan', ['VIRUS_SCAN_TOKEN']),
  };
}

/** The data folder: DATA_DIR, or .local/ in the project. */
export function dataDirectory(given: string | undefined): string {
  return given ? path.resolve(given) : path.join(projectRoot, '.local');
}

/** A port from the environment. */
export function portFrom(text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new SetupProblem(`PORT is "${text}". Use a number between 1 and 65535, for example PORT=8788.`);
  }
  return port;
}

/** How the local endpoint sends statements to Postgres, from NEON_PROTOCOL. */
export function protocolFrom(text: string | undefined): Protocol {
  if (text === undefined || text === '') return 'named';
  if (text !== 'named' && text !== 'unnamed')
    throw new SetupProblem(`NEON_PROTOCOL is "${text}". Use "named" or "unnamed".`);
  return text;
}

/** Whether the service asks the simulated provider of TikTok's saves. Most deployments have no provider. */
export function simulatesSaves({ SIMULATE_TIKTOK_SAVES: text }: Environment): boolean {
  if (text === undefined || text === '' || text === 'false') return false;
  if (text !== 'true') throw new SetupProblem(`SIMULATE_TIKTOK_SAVES is "${text}". Use "true" or "false".`);
  return true;
}

function isNeon(databaseUrl: string): boolean {
  return new URL(databaseUrl).hostname.endsWith('.neon.tech');
}

function isNamed(environment: Environment, name: string, example: string, needed: string[]): boolean {
  const url = environment[name];
  if (url === undefined || url === '') return false;
  const isRight = example.startsWith('postgres') ? /^postgres(ql)?:\/\/./ : /^https?:\/\/./;
  if (!isRight.test(url) || !URL.canParse(url)) {
    throw new SetupProblem(
      `${name} is not a URL such as ${example}. Correct it, or unset it to use the local service.`,
    );
  }
  const missing = needed.filter((other) => !environment[other]);
  if (missing.length === 0) return true;
  throw new SetupProblem(
    `${name} is set without ${missing.join(', ')}. Set all of them, or unset it to use the local service.`,
  );
}
