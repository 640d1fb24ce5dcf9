// Replaces @upstash/core-analytics (see `absent` in scripts/local/workers/worker-modules.ts): @upstash/ratelimit imports it, and needs it only
// for analytics, which are off.
export class Analytics {
  constructor() {
    throw new Error('the rate limits have no analytics');
  }
}
