import { type EdgeFunction, readSettings, settingNames, settingNamesOf } from '../../../functions/settings/index.ts';
import { type Platform, platforms } from '../../../schema/shared/enums.ts';
import { simulatedClientId } from '../endpoints/social-simulator/index.ts';
import { type Environment, simulatesSaves } from '../external-services.ts';
import type { ServiceParts } from '../parts.ts';
import { SetupProblem } from '../process/setup-problem.ts';
import type { LocalSecrets } from '../secrets.ts';
import { workerConfig } from './worker-config.ts';

/** The settings of each edge function. */
export type FunctionBindings = Readonly<Record<EdgeFunction, Readonly<Record<string, string>>>>;

export const ofEachFunction = <T>(of: (name: EdgeFunction) => T): Record<EdgeFunction, T> => ({
  guest: of('guest'),
  auth: of('auth'),
  api: of('api'),
  jobs: of('jobs'),
});

/** The S3 endpoint of the object store at this URL. */
export const storeEndpoint = (storeUrl: string): string => `${storeUrl}/cdn-cgi/local/r2/s3`;

/** The settings of each edge function: those of the local services, overridden by the environment. */
export function bindingsFrom(
  { database, neon, upstash, mail, social, dns, scanner }: ServiceParts,
  secrets: LocalSecrets,
  environment: Environment,
  { baseUrl, storeUrl }: { baseUrl: string; storeUrl: string },
): FunctionBindings {
  const { vars, bucketName, publicBucketName, s3Credentials } = workerConfig();
  const local: Record<string, string> = {
    ...vars,
    BASE_URL: baseUrl,
    AUTH_SECRET: secrets.authSecret,
    SEALING_SECRET: secrets.sealingSecret,
    LINK_SECRET: secrets.linkSecret,
    ...(neon && { NEON_FETCH_ENDPOINT: `${neon.url}/sql` }),
    UPSTASH_REDIS_REST_URL: upstash?.url ?? '',
    UPSTASH_REDIS_REST_TOKEN: secrets.redisToken,
    MAIL_URL: mail?.url ?? '',
    MAIL_TOKEN: secrets.mailToken,
    ...(social && simulatedPlatforms(social.url, secrets)),
    ...(social && simulatesSaves(environment) && simulatedSaves(social.url, secrets)),
    ...(dns && { DNS_RESOLVER_URL: `${dns.url}/dns-query` }),
    ...(scanner && { VIRUS_SCAN_URL: scanner.url, VIRUS_SCAN_TOKEN: secrets.scannerToken }),
    S3_ENDPOINT: storeEndpoint(storeUrl),
    S3_REGION: 'auto',
    S3_BUCKET: bucketName,
    S3_PUBLIC_BUCKET: publicBucketName,
    S3_ACCESS_KEY_ID: s3Credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: s3Credentials?.secretAccessKey ?? '',
  };
  for (const name of settingNames()) {
    const given = environment[name];
    if (given !== undefined && given !== '') local[name] = given;
  }
  const of = (name: EdgeFunction): Record<string, string> => {
    const all: Record<string, string> = { DATABASE_URL: database?.urls[name] ?? '', ...local };
    const own = settingNamesOf(name).flatMap((setting) => (setting in all ? [[setting, all[setting] ?? '']] : []));
    return accepted(name, Object.fromEntries(own));
  };
  return ofEachFunction(of);
}

/** The simulated platforms. */
const simulatedPlatforms = (url: string, { youtubeKey, socialSecret }: LocalSecrets): Record<string, string> => ({
  YOUTUBE_API_URL: `${url}/youtube/v3`,
  YOUTUBE_API_KEY: youtubeKey,
  TIKTOK_API_URL: `${url}/tiktok/v2`,
  YOUTUBE_ANALYTICS_URL: `${url}/youtube/analytics/v2`,
  INSTAGRAM_API_URL: `${url}/instagram`,
  X_API_URL: `${url}/x/2`,
  TWITCH_API_URL: `${url}/twitch/helix`,
  KICK_API_URL: `${url}/kick/public/v1`,
  INSTAGRAM_WEBHOOK_VERIFY_TOKEN: socialSecret,
  TWITCH_WEBHOOK_SECRET: socialSecret,
  ...Object.fromEntries(platforms.flatMap((platform) => signInAt(url, platform, socialSecret))),
});

const simulatedSaves = (url: string, { socialSecret }: LocalSecrets): Record<string, string> => ({
  TIKTOK_SAVES_URL: `${url}/tiktok-saves`,
  TIKTOK_SAVES_KEY: socialSecret,
});

const signInAt = (url: string, platform: Platform, secret: string): [string, string][] => {
  const base = `${url}/${platform.toLowerCase()}/oauth`;
  return [
    [`${platform}_AUTHORIZE_URL`, `${base}/authorize`],
    [`${platform}_TOKEN_URL`, `${base}/token`],
    [`${platform}_CLIENT_ID`, simulatedClientId],
    [`${platform}_CLIENT_SECRET`, secret],
  ];
};

/** Refuses at the start the settings that an edge function would refuse at its first request. */
function accepted(name: EdgeFunction, bindings: Record<string, string>): Record<string, string> {
  try {
    readSettings(name, bindings);
    return bindings;
  } catch (error) {
    throw new SetupProblem(error instanceof Error ? error.message : String(error));
  }
}
