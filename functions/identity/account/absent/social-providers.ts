// In place of @better-auth/core/social-providers (see `absent` in scripts/local/workers/worker-modules.ts): 36 providers, none of which is offered.
import * as z from 'zod';

export const socialProviders = {};
export const socialProviderList: string[] = [];
export const SocialProviderListEnum = z.string();
