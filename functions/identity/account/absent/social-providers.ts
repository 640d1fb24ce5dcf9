// Replaces @better-auth/core/social-providers (see `absent` in scripts/local/workers/worker-modules.ts): none of its 36 providers is
// offered.
import * as z from 'zod';

export const socialProviders = {};
export const socialProviderList: string[] = [];
export const SocialProviderListEnum = z.string();
