import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type EdgeFunction, edgeFunctions } from '../../../functions/settings/index.ts';
import { functionResources } from '../../deploy/functions.ts';
import { projectRoot } from '../process/project-root.ts';
import { assetsDirectory } from './bundle.ts';
import { reloadFile } from './dev-builds.ts';
import type { FunctionBindings } from './worker-bindings.ts';
import { workerConfig } from './worker-config.ts';
import { directoryOf, localEntries } from './worker-modules.ts';

/**
 * Writes the configuration of each edge function for `wrangler dev`, and returns the files, `guest` first because it
 * receives the requests. The files contain the settings, because a command line would show the secrets to everybody.
 */
export function writeDevConfigs(directory: string, bindings: FunctionBindings, local: FunctionBindings): string[] {
  mkdirSync(directory, { recursive: true });
  return edgeFunctions.map((name) => {
    const file = path.join(directory, `${name}.json`);
    writeFileSync(file, JSON.stringify(configOf(name, directory, { ...bindings[name], ...local[name] })), {
      mode: 0o600,
    });
    return file;
  });
}

function configOf(name: EdgeFunction, directory: string, vars: Record<string, string>): object {
  const { compatibilityDate, compatibilityFlags, buckets } = workerConfig();
  return {
    name: nameOf(name),
    main: path.join(directoryOf(directory, name), localEntries.stackTime),
    base_dir: directoryOf(directory, name),
    no_bundle: true,
    rules: [{ type: 'ESModule', globs: ['**/*.js'] }],
    compatibility_date: compatibilityDate,
    compatibility_flags: compatibilityFlags,
    send_metrics: false,
    vars,
    version_metadata: { binding: 'VERSION' },
    // dev-watch.ts builds, and changes this file when wrangler has to load the function again.
    build: { command: 'exit 0', cwd: projectRoot, watch_dir: reloadFile(name) },
    ...(name !== 'guest' && {
      services: Object.entries(functionResources[name].services).map(([binding, called]) => ({
        binding,
        service: nameOf(called),
      })),
    }),
    ...(name === 'guest' && {
      assets: { directory: assetsDirectory, binding: 'ASSETS', run_worker_first: true },
      r2_buckets: buckets,
      services: [
        { binding: 'AUTH', service: nameOf('auth') },
        { binding: 'API', service: nameOf('api') },
        { binding: 'JOBS_FUNCTION', service: nameOf('jobs') },
      ],
    }),
  };
}

const nameOf = (name: EdgeFunction): string => `castline-${name}`;
