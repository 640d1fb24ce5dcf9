/**
 * The prefix of the names of all cookies. Over https a browser takes a cookie with this prefix only from this host itself, by TLS and for all
 * paths, so that no other host of the domain can set it (RFC 6265bis, 4.1.3.2).
 */
export const cookiePrefix = (baseUrl: string): string => (baseUrl.startsWith('https:') ? '__Host-' : '');
