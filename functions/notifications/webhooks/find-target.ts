import { addressesOf } from '../../platform/resolver.ts';
import type { CommonSettings } from '../../settings/index.ts';
import type { Unusable } from './public-url.ts';

/**
 * The address as it is to be called, or what is wrong with it: https, and a public host whose every address is public. Throws
 * ResolverSilent when that cannot be known now. fetch looks the name up once more and cannot be told where to connect, so this is
 * the second wall: the first is that requests of Workers leave from Cloudflare's edge, which reaches no private network.
 */
export async function findTarget(url: string, settings: CommonSettings): Promise<{ readonly href: string } | Unusable> {
  const { isPublicAddress, publicTarget } = await import('./public-url.ts');
  const target = publicTarget(url, settings.WEBHOOK_TRUSTED_ORIGINS);
  if ('problem' in target || target.nameToResolve === null) return target;
  const addresses = await addressesOf(settings, target.nameToResolve);
  if (addresses.length === 0) return { problem: 'must name a host that can be found' };
  if (!addresses.every(isPublicAddress)) return { problem: 'must name a host with public addresses alone' };
  return { href: target.href };
}
