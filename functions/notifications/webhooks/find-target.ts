import { addressesOf } from '../../platform/resolver.ts';
import type { CommonSettings } from '../../settings/index.ts';
import type { Unusable } from './public-url.ts';

/**
 * Returns the normalised https URL, or the reason why it is unusable: every address of its host must be public. Throws ResolverSilent when
 * DNS does not answer. fetch() resolves the name again and cannot be pinned to an address, so this is the second defence. The first is
 * Cloudflare's edge, which reaches no private network.
 */
export async function findTarget(url: string, settings: CommonSettings): Promise<{ readonly href: string } | Unusable> {
  const { isPublicAddress, publicTarget } = await import('./public-url.ts');
  const target = publicTarget(url, settings.WEBHOOK_TRUSTED_ORIGINS);
  if ('problem' in target || target.nameToResolve === null) return target;
  const addresses = await addressesOf(settings, target.nameToResolve);
  if (addresses.length === 0) return { problem: 'must name a host that can be found' };
  if (!addresses.every(isPublicAddress)) return { problem: 'must have a host with only public addresses' };
  return { href: target.href };
}
