import { fullAddress } from '../../http/address.ts';
import { ofSession } from './session-path.ts';

const passed = ['cookie', 'origin', 'referer', 'sec-fetch-site', 'user-agent'];
// Node's fetch sends only Sec-Fetch-Mode, which makes better-auth treat it as a browser; every browser also sends Sec-Fetch-Site.
const fromBrowser = ['sec-fetch-mode', 'sec-fetch-dest'];

/** The headers of a caller that better-auth reads. */
export function passedOn(given: Headers): Headers {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
  for (const name of given.has('sec-fetch-site') ? [...passed, ...fromBrowser] : passed) {
    const value = name === 'cookie' ? ofSession(given.get(name)) : given.get(name);
    if (value) headers.set(name, value);
  }
  const address = fullAddress(given);
  if (address) headers.set('cf-connecting-ip', address);
  return headers;
}
