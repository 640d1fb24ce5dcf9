import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDictionaries } from '../../../functions/catalog/read-dictionaries.ts';
import { bodyLimitBytes } from '../../../functions/http/body.ts';
import { readSettings, settingNames } from '../../../functions/settings/index.ts';
import { keptDays } from '../../../functions/sweep-idempotency-keys.ts';
import { completeSettings } from '../../support/complete-settings.ts';
import { builtDocument } from '../openapi/built-document.ts';

const settings = readSettings('guest', completeSettings);
const served = JSON.parse((await readDictionaries(settings, { read: 600 })).body ?? '').data as Json;
const document = builtDocument();
const limits = served.limits as Json;

const files = readdirSync('schema', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3));
const modules = await Promise.all(
  files.map(async (name) => ({ name, exports: (await import(path.resolve(`schema/${name}.ts`))) as Json })),
);
const exported = modules.flatMap(({ name, exports }) =>
  Object.entries(exports).map(([key, value]) => ({ where: `${name} ${key}`, key, value })),
);

describe('the dictionaries', () => {
  /** Enumerations that no request or answer contains. */
  const internal: Readonly<Record<string, string>> = {
    openFilters: 'names of parameters, which the OpenAPI document states',
    staffPostActions: 'of the desk of staff, which the OpenAPI document states',
    messageChannels: 'the ways out of the outbox: no answer names one',
    proposalStatuses: 'an answer has the open proposal alone, and the history names what became of it',
    storedQuoteStatuses: 'what the database has: an answer computes EXPIRED',
    consentKinds: 'of the list of consents, which no answer has',
    mediaTypes: 'of posts at platforms, which no answer names',
    visibilities: 'of posts at platforms, which no answer names',
    unknownCountReasons: 'between the adapters of platforms and the jobs',
    unknownCounts: 'what the database has: an answer may withhold a count as well',
    pictureTypes: 'of pictures that platforms send, and no caller',
    fileKinds: 'of the purposes of private files: a caller names the type',
    accountSorts: 'an order names a direction too',
    postSorts: 'an order names a direction too',
    factoryTurns: 'what an account is due for, which no answer says',
    factoryScanStatuses: 'what the database has: an answer shows the debits',
    mailTopics: 'the names of members, which the OpenAPI document states',
    limitNames: 'between the database and the verbs: an answer says LIMIT_REACHED',
    deploymentLimits: 'the names of limits, which are served as limits',
  };
  const enumerations = exported.filter(
    ({ value }) => Array.isArray(value) && value.every((item) => ['string', 'number'].includes(typeof item)),
  );
  const names = (values: unknown) => JSON.stringify([...(values as unknown[])].sort());
  const known = Object.values(served).filter(Array.isArray).map(names);

  test('serve every enumeration of the contract', () => {
    expect(enumerations.length).toBeGreaterThan(40);
    const forgotten = enumerations.filter(({ key, value }) => !(key in internal) && !known.includes(names(value)));
    expect(forgotten.map(({ where }) => where)).toEqual([]);
    for (const key of Object.keys(internal)) expect(enumerations.map((one) => one.key)).toContain(key);
  });

  test('serve enumerations that are declared once', () => {
    const keys = enumerations.map(({ key }) => key);
    expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([]);
  });

  test('serve every enumeration of a request or answer in the document', () => {
    const codes = Object.entries(served.errorStatus as Json)
      .flat()
      .map(String);
    const shown = [...enumsIn(document)];
    expect(shown.length).toBeGreaterThan(100);
    const unknown = shown.filter(
      (values) =>
        values.length > 1 && !known.includes(names(values)) && !values.every((value) => codes.includes(String(value))),
    );
    expect(unknown.map(names)).toEqual([]);
  });

  test('serve enumerations that are declared outside of the schemas that use them', () => {
    const written = files.filter((name) => /(z\.e|queryE)num\(\s*\[/.test(readFileSync(`schema/${name}.ts`, 'utf8')));
    expect(written).toEqual([]);
  });
});

describe('the limits', () => {
  /** The path of each number of the contract in `limits`. */
  const places: Readonly<Record<string, string>> = {
    searchLength: 'searchLength',
    pageLimit: 'page',
    maxServices: 'pricing.servicesOfASave',
    maxListings: 'pricing.servicesOfAChannel',
    maxPublished: 'pricing.published',
    discountLimitBps: 'pricing.discountBps',
    maxLiveKeys: 'liveApiKeys',
    maxAddresses: 'shortAddresses',
    maxSavedLists: 'savedLists.lists',
    maxSavedCreators: 'savedLists.creators',
    maxCompared: 'savedLists.compared',
    listNameLength: 'savedLists.nameLength',
    maxChannels: 'channels',
    channelUrlLength: 'channelUrlLength',
    displayNameLength: 'displayNameLength',
    bioLength: 'bioLength',
    maxTopics: 'topics',
    topicLength: 'topicLength',
    briefLength: 'briefLength',
    maxItems: 'orderItems',
    maxDrafts: 'drafts',
    maxCampaignDrafts: 'campaigns.drafts',
    postNoteLength: 'campaigns.postNoteLength',
    maxResubmissions: 'campaigns.resubmissions',
    proofArchiveLimits: 'campaigns.proofArchive',
    flagRules: 'campaigns.flags',
    scansUntilUnavailable: 'campaigns.scansUntilUnavailable',
    decisionRetryMinutes: 'campaigns.decisionRetryMinutes',
    campaignTitleLength: 'campaigns.titleLength',
    campaignBriefLength: 'campaigns.briefLength',
    requirementNotesLength: 'campaigns.notesLength',
    maxRequirementWords: 'campaigns.requirementWords',
    maxTrackingLinks: 'campaigns.trackingLinks.maxPerCampaign',
    destinationUrlLength: 'campaigns.trackingLinks.urlLength',
    linkLabelLength: 'campaigns.trackingLinks.labelLength',
    creditPurchase: 'credits.purchase',
    factoryNameLength: 'factory.nameLength',
    trackingDays: 'factory.trackingDays',
    maxFactories: 'factory.factories',
    maxFactoryAccounts: 'factory.accounts',
    maxPosts: 'factory.posts',
    failuresUntilUnavailable: 'factory.failuresUntilUnavailable',
    scansUntilGone: 'factory.scansUntilGone',
    maxShareLinks: 'factory.shareLinks',
    maxExportedRows: 'factory.exportedRows',
    maxMiniPoints: 'factory.miniPoints',
    maxTags: 'factory.tags',
    maxTagGroups: 'factory.tagGroups',
    maxAccounts: 'socialAccounts.accounts',
    connectionMinutes: 'socialAccounts.connectionMinutes',
    maxOpenConnections: 'socialAccounts.openConnections',
    maxChecks: 'socialAccounts.checksOfACode',
    maxSnapshots: 'socialAccounts.snapshots',
    sessionHours: 'socialAccounts.sessionHours',
    maxAudienceAgeDays: 'socialAccounts.audienceAgeDays',
    rightsLimitBytes: 'rightsBytes',
    uploadLimits: 'upload',
    maxFiles: 'upload.filesOfAResult',
    workTextLengths: 'work',
    maxStatements: 'work.statementsOfAParty',
    maxEndpoints: 'webhook.endpoints',
    maxPending: 'webhook.pendingTests',
    webhookUrlLength: 'webhook.urlLength',
    maxOverlapHours: 'webhook.secretOverlapHours',
    periodLimit: 'analytics',
    maxCreators: 'analytics.creators',
    pictureRefreshSeconds: 'pictureRefreshSeconds',
    portfolioLimits: 'portfolio',
    shownPixelsASide: 'portfolio.pixelsASide',
  };
  const internal: Readonly<Record<string, string>> = {
    maxResults: 'the largest of the quantities',
    maxHandleLength: 'the length of a text, which the OpenAPI document states',
    maxFlaggedPosts: 'the length of a list, which the OpenAPI document states',
    maxPictureBytes: 'of pictures that platforms send, and no caller',
    countedValues: 'the length of a list, which the OpenAPI document states',
    loggedDays: 'how long a list has an item, which the OpenAPI document states',
    visitDays: 'the longest period, which the OpenAPI document states',
    maxSessions: 'the length of a list, which the OpenAPI document states',
    overviewRows: 'the length of lists, which the OpenAPI document states',
    overviewCount: 'the largest count, which the OpenAPI document states',
    maxStatementRows: 'the length of a file, which the OpenAPI document states',
    deadLetterDays: 'of the desk of staff, which the OpenAPI document states',
    maxDeadLetters: 'of the desk of staff, which the OpenAPI document states',
    maxWaiting: 'of the desk of staff, which the OpenAPI document states',
    maxUserCount: 'of the desk of staff, which the OpenAPI document states',
    maxFoundUsers: 'of the desk of staff, which the OpenAPI document states',
    unpaidListings: 'a part of the units that the operator has at another service',
    maxShownProofs: 'of the desk of staff, which the OpenAPI document states',
    maxShownKeys: 'of the desk of staff, which the OpenAPI document states',
    fixedLimits: 'all of them',
  };
  const isLimit = (value: unknown) =>
    typeof value === 'number' || (isJson(value) && Object.values(value).every((inner) => typeof inner === 'number'));
  // An object with a number for each value of an enumeration is a dictionary.
  const numbers = exported.filter(
    ({ key, value }) => isLimit(value) && !['errorStatus', 'uploadTypes'].includes(key) && !isEmpty(value),
  );

  test('include every number of the contract', () => {
    const at = (path: string) => path.split('.').reduce<unknown>((inner, name) => (inner as Json)[name], limits);
    const forgotten = numbers.filter(({ key }) => !(key in places) && !(key in internal));
    expect(forgotten.map(({ where }) => where)).toEqual([]);
    for (const [key, path] of Object.entries(places)) {
      const number = numbers.find((one) => one.key === key)?.value;
      if (typeof number === 'object') expect(at(path), key).toMatchObject(number as Json);
      else expect(at(path), key).toBe(number);
    }
  });

  test('include every limit in the settings of a deployment, as it is set', () => {
    const measured = settingNames().filter((name) => /_(SECONDS|MS|HOURS|DAYS|BPS|UNITS|SCALE)$/.test(name));
    const unserved: Readonly<Record<string, string>> = {
      BRAND_FEE_BPS: 'shown to the advertiser alone, in its quotes',
      CREATOR_FEE_BPS: 'shown to the creator alone, with its prices',
      YOUTUBE_DAILY_UNITS: "the operator's budget at another service",
      RATE_LIMIT_SCALE: 'in perMinute already',
    };
    const camel = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const values = Object.fromEntries(measured.map((name) => [name, (settings as Json)[name]]));
    for (const name of measured.filter((one) => !(one in unserved)))
      expect(limits[camel(name)], name).toEqual(values[name]);
    for (const name of Object.keys(unserved)) expect(limits).not.toHaveProperty(camel(name));
  });

  test('include the limits of the service itself', () => {
    expect(limits).toMatchObject({ bodyBytes: bodyLimitBytes, idempotencyKeyDays: keptDays, perMinute: { read: 600 } });
  });
});

type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype;
const isEmpty = (value: unknown) => isJson(value) && Object.keys(value).length === 0;

/** Each `enum` of a schema at any depth, except in examples. */
function* enumsIn(value: unknown): Generator<unknown[]> {
  if (Array.isArray(value)) for (const inner of value) yield* enumsIn(inner);
  if (!isJson(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'enum' && Array.isArray(inner)) yield inner;
    else if (key !== 'example' && key !== 'examples') yield* enumsIn(inner);
  }
}
