import { Response, type V4MiniflareOptions, type V4WorkerOptions } from 'miniflare';
import type { modulesOf } from './worker-modules.ts';

export type Module = ReturnType<typeof modulesOf>[number];

/** The Workers of a process. */
export interface ProcessWorkers extends Pick<V4MiniflareOptions, 'unsafeModuleFallbackService'> {
  readonly workers: V4WorkerOptions[];
}

/**
 * The Workers, with modules that workerd requests when it first imports them. Miniflare copies its whole configuration at each growth by
 * 4 KiB, which took a third of a start with the modules inside.
 */
export function withLateModules(workers: readonly V4WorkerOptions[]): ProcessWorkers {
  const late = new Map<string, string>();
  const started = workers.map((worker): V4WorkerOptions => {
    const { name, modules } = worker as LoadedWorker;
    const [first, ...others] = modules.map((module) => ({ ...module, path: `${name}/${module.path}` }));
    for (const module of others) late.set(`/${module.path}`, module.contents);
    return { ...worker, modules: [first], unsafeUseModuleFallbackService: true } as V4WorkerOptions;
  });
  return {
    workers: started,
    unsafeModuleFallbackService({ url }) {
      const file = new URL(url).searchParams.get('specifier') ?? '';
      const esModule = late.get(file);
      if (esModule === undefined) return new Response(null, { status: 404 });
      return Response.json({ name: file.slice(1), esModule });
    },
  };
}

/** What all Workers of a local stack have. */
interface LoadedWorker {
  readonly name: string;
  readonly modules: readonly Module[];
}
