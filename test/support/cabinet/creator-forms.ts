import { expect } from 'vitest';
import { decimalOf, type Money } from '../../../schema/shared/money.ts';
import { wordsOf } from '../html.ts';
import { aPerson, type Person } from '../market/people.ts';
import { type Fields, formIn } from './form-in.ts';
import { signedIn } from './signed-in.ts';
import type { Visitor } from './visitor.ts';

/** A creator, and a browser in which the creator has signed in. */
export async function aCreatorAt(baseUrl: string): Promise<{ person: Person; browser: Visitor }> {
  const person = await aPerson(baseUrl, { roles: ['CREATOR'] });
  return { person, browser: await signedIn(baseUrl, person) };
}

/** The words of a page, with plain spaces. */
export const plainWords = (html: string): string => wordsOf(html).replaceAll('\u00a0', ' ');
export const shownAt = async (browser: Visitor, path: string): Promise<string> =>
  plainWords((await browser.get(path)).html);

/** An amount as pages show it. */
export const priced = (money: Money): string => `${decimalOf(money, true)} ${money.currency}`;

/** The form after buttons for rows. */
export async function withRows(browser: Visitor, path: string, form: string, ...changes: string[]): Promise<Fields> {
  let fields = formIn((await browser.get(path)).html, form);
  for (const change of changes) {
    const { status, html } = await browser.post(path, [...fields, ['rows', change]]);
    expect(status).toBe(200);
    fields = formIn(html, form);
  }
  return fields;
}

/** What a creator types into a row for a service. */
export const aStream = (index: number, changes: Record<string, string | readonly string[]> = {}) =>
  Object.fromEntries(
    Object.entries({
      type: 'STREAM',
      variant: 'MENTION',
      title: 'A mention',
      priceCents: '120.50',
      'packageOptions.1.discountBps': '10',
      'packageOptions.2.discountBps': '',
      proofModes: ['', 'PUBLIC_VOD'],
      usageTerms: 'Yours for a year.',
      'proofTemplate.allowPdf': 'false',
      published: ['false', 'true'],
      ...changes,
    }).map(([name, value]) => [`services.${index}.${name}`, value]),
  );
