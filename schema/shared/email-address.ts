import * as z from 'zod';
import { lazy } from './lazy.ts';
import { trimmed } from './text.ts';

/** RFC 5321, 4.5.3.1.3: a path of 256 octets, with its brackets. */
const maxLength = 254;

// By their codes, because the languages that read the pattern of the OpenAPI document escape signs in different ways.
const atom = String.raw`[\x21\x23-\x27\x2a\x2b\x2d\x2f-\x39\x3d\x3f\x41-\x5a\x5e-\x7e]+`;
const labelCharacter = String.raw`[^\x00-\x2c\x2e\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]`;

/**
 * A dot-atom of RFC 5322 (3.2.3) at a domain of two labels or more. A label has ASCII letters, digits and hyphens, or characters of any other
 * script: its ASCII form (RFC 5890) is checked below.
 */
export const addressPattern = String.raw`^${atom}(\.${atom})*@(${labelCharacter}+\.)+${labelCharacter}{2,}$`;

const pattern = new RegExp(addressPattern);

/** The form that accounts have: its domain is in ASCII. The last label is no number, because addresses of hosts get no email. */
export const asciiAddress = new RegExp(
  String.raw`^${atom}(\.${atom})*@(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$`,
);

/**
 * An email address as people paste it: blanks around it are cut off. Its output has lower case and the ASCII form of the domain, so that each
 * spelling is one account.
 */
export const emailAddress = lazy(() =>
  z
    .string()
    .overwrite((text) => ascii(trimmed(text)))
    .max(maxLength)
    .regex(pattern, invalid)
    .refine((text) => asciiAddress.test(text), invalid),
);

const invalid = 'must be an email address';

/** The address of an account, or the text itself if it is none, such as the beginning of one. */
export const accountAddress = (text: string): string =>
  emailAddress().safeParse(text).data ?? trimmed(text).toLowerCase();

/** The local part may have another case for its mail server, but accounts have never told them apart. */
function ascii(text: string): string {
  // A URL would also have a port, a path or an address of a host.
  if (!pattern.test(text)) return text;
  const domain = domainOf(text);
  const host = URL.parse(`https://${domain}`)?.hostname ?? domain;
  return `${text.slice(0, -domain.length).toLowerCase()}${host.toLowerCase()}`;
}

const domainOf = (text: string): string => text.slice(text.lastIndexOf('@') + 1);
