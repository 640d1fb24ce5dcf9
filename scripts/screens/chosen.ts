/** The pictures of docs/screens. */
export const chosen: readonly string[] = [
  'guest-creators-1280-light',
  'guest-creator-390-light',
  'guest-report-1280-dark',
  'advertiser-home-1280-light',
  'advertiser-compare-1280-light',
  'advertiser-work-id-1280-light',
  'advertiser-campaigns-id-1280-light',
  'advertiser-campaigns-id-posts-1280-light',
  'advertiser-campaigns-id-390-dark',
  'advertiser-factories-id-1280-dark',
  'creator-home-390-light',
  'creator-channels-id-prices-1280-light',
  'staff-disputes-id-1280-light',
];

/** A name such as `advertiser-campaigns-id-1280-light`. */
export function nameOf(user: string, pattern: string, width: number, colorScheme: string): string {
  const words = pattern === '/cabinet' ? ['home'] : (pattern.replace(/^\/cabinet/, '').match(/\w+/g) ?? []);
  return [user, ...(words[0] === user ? words.slice(1) : words), width, colorScheme].join('-');
}

export const isChosen = (name: string): boolean => chosen.includes(name);
