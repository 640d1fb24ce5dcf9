// In place of @better-auth/telemetry (see `absent` in scripts/local/workers/worker-modules.ts): nothing is told to anybody.
export const createTelemetry = async () => ({ publish: async () => {} });
export const getTelemetryAuthConfig = async () => ({});
