import { describe, expect, test } from 'vitest';
import { filesOf, textOf } from '../support/sources.ts';

const sources = filesOf('schema', 'db', 'functions');
const filesWith = (text: RegExp) => sources.filter((file) => text.test(textOf(file)));

describe('statements', () => {
  test('call the functions of the ledger in one file', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(filesWith(/\bledger_(post|deposit|withdraw|reserve|settle)\b/)).toEqual(['db/wallet/ledger.ts']);
  });

  test('name the tables of the ledger in db/wallet and in the audit, to read them', () => {
    const readers = ['db/audit.ts', ...filesOf('db/wallet')];
    const named = filesWith(/\bledger_?(accounts|transfers|entries|holds)\b/i);
    expect(named).toEqual([...readers, 'db/tables/ledger.ts'].sort());
    expect(readers.map(textOf).join('\n')).not.toMatch(/\b(insert|update|delete|build)\b/);
  });
});

describe('PRIVATE_UPLOAD_SERVICE_UNAVAILABLE', () => {
  test('is thrown in one place, which requires the cause', () => {
    expect(filesWith(/new Refusal\('PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'/)).toEqual([
      'functions/platform/object-store.ts',
    ]);
  });
});
