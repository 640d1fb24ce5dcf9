// Replaces @better-auth/telemetry (see `absent` in scripts/local/workers/worker-modules.ts): sends nothing.
export const createTelemetry = async () => ({ publish: async () => {} });
export const getTelemetryAuthConfig = async () => ({});
