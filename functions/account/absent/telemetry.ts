// In place of @better-auth/telemetry (see [alias] in wrangler.toml): nothing is told to anybody.
export const createTelemetry = async () => ({ publish: async () => {} });
export const getTelemetryAuthConfig = async () => ({});
