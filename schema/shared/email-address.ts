import * as z from 'zod';
import { lazy } from './lazy.ts';
import { decoded } from './punycode.ts';
import { trimmed } from './text.ts';

/** RFC 5321, 4.5.3.1.3: a path of 256 octets, with its brackets. */
const maxLength = 254;
/** RFC 1035, 2.3.4. */
const maxLabel = 63;

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
    .refine((text) => asciiAddress.test(text) && hostOf(domainOf(text)) !== null, invalid),
);

const invalid = 'must be an email address';

/** The address of an account, or the text itself if it is none, such as the beginning of one. */
export const accountAddress = (text: string): string =>
  emailAddress().safeParse(text).data ?? trimmed(text).toLowerCase();

/** The local part may have another case for its mail server, but accounts have never told them apart. */
function ascii(text: string): string {
  // UTS 46 reads these signs as dots: the ideographic one, and full and half width.
  const domain = domainOf(text).replace(/[\u3002\uff0e\uff61]/g, '.');
  const local = text.slice(0, text.length - domain.length);
  // A URL would also have a port, a path or an address of a host.
  if (!pattern.test(local + domain)) return text;
  return `${local.toLowerCase()}${(hostOf(domain) ?? domain).toLowerCase()}`;
}

/** Null for a domain that no host has, such as one with an ASCII form that no name becomes. */
function hostOf(domain: string): string | null {
  const host = URL.parse(`https://${domain}`)?.hostname ?? '';
  return host !== '' && host.split('.').every(isLabel) ? host : null;
}

/** The URL parser of Workers does not decode ASCII forms. */
function isLabel(label: string): boolean {
  if (!label.startsWith('xn--')) return true;
  const letters = label.length > maxLabel ? null : decoded(label.slice(4));
  return letters !== null && URL.parse(`https://${letters}.example`)?.hostname === `${label}.example`;
}

const domainOf = (text: string): string => text.slice(text.lastIndexOf('@') + 1);
