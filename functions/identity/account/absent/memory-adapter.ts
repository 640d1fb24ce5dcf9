// In place of @better-auth/memory-adapter (see `absent` in scripts/local/workers/worker-modules.ts): better-auth imports it, and never comes by it.
export function memoryAdapter(): never {
  throw new Error('better-auth has a database');
}
