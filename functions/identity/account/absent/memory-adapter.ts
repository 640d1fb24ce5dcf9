// Replaces @better-auth/memory-adapter (see `absent` in scripts/local/workers/worker-modules.ts): better-auth imports it, but never calls
// it.
export function memoryAdapter(): never {
  throw new Error('better-auth has a database');
}
