import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '../../../functions/operations.ts';

/** The operations that no page of the cabinet calls, and what a person uses instead. */
const withoutPage: Readonly<Record<string, string>> = {
  ListCatalog: 'the public list of creators shows it',
  CountCatalogFilters: 'the public list of creators shows it',
  ReadDictionaries: 'pages name the values in words',
  GetFactoryReport: 'the public page of the report shows it',
  ExportFactoryReport: 'the public page of the report links to it',
  GeneratePage: 'the page of the creator always shows the current preview',
  GetMe: 'a page knows its user from the session',
  ListDeliverables: 'the assignment has its deliverables',
  GetFactorySummary: 'the dashboard of the factory has the summary',
  ListFactoryTags: 'the settings of the factory have its tags and groups',
  ListTagGroups: 'the settings of the factory have its tags and groups',
  GetCreditUsage: 'the credits have their usage',
  GetFactoryCreditUsage: 'the credits have their usage',
  GetAccountPricing: 'an alias of the prices of the channel',
  SaveAccountPricing: 'an alias of the prices of the channel',
};

const sources = ['functions/web/cabinet', 'functions/web/sign-in', 'functions/web/site'];

/** The words of a source file outside of its imports, comments and types. */
const usedIn = (source: string): readonly string[] =>
  source
    .replace(/^import [\s\S]*?;$/gm, '')
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$|typeof \w+/gm, '')
    .match(/\w+/g) ?? [];

test('a person can do on a page whatever an operation of the API does', () => {
  const words = new Set(
    sources.flatMap((directory) =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .flatMap((file) => usedIn(readFileSync(path.join(directory, file), 'utf8'))),
    ),
  );
  const uncalled = operations.map(({ name }) => name).filter((name) => !words.has(name));
  expect(uncalled.sort()).toEqual(Object.keys(withoutPage).sort());
});
