import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runAsCommand } from '../local/process/command.ts';
import { SetupProblem } from '../local/process/setup-problem.ts';
import { parsed } from './command-line.ts';
import { type Check, smokeChecks } from './smoke-checks.ts';

interface SmokeOptions {
  readonly url: string;
  /** Headers of each request, such as the versions that Cloudflare must use. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The time for repeating failed checks: a deployment takes seconds to reach all data centres, a new certificate
   * minutes.
   */
  readonly waitSeconds?: number;
}

/** The externally visible faults of a deployed service; empty when it works. It changes nothing. */
export async function smoke({ url, headers = {}, waitSeconds = 0 }: SmokeOptions): Promise<readonly string[]> {
  const endsAt = Date.now() + waitSeconds * 1_000;
  for (;;) {
    const faults = (await Promise.all(smokeChecks.map((check) => faultsOf(check, url, headers)))).flat();
    if (faults.length === 0 || Date.now() >= endsAt) return faults;
    await sleep(pauseMs);
  }
}

const pauseMs = 3_000;
const timeoutMs = 15_000;

async function faultsOf(check: Check, url: string, headers: Readonly<Record<string, string>>): Promise<string[]> {
  try {
    const answer = await fetch(new URL(check.path, url), {
      headers: { ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    return check.faults(answer, text).map((fault) => `GET ${check.path}: ${fault}`);
  } catch (error) {
    return [`GET ${check.path}: no answer (${error instanceof Error ? error.message : String(error)})`];
  }
}

/** `npm run smoke -- --url https://castline.example`: checks a deployment from outside. */
await runAsCommand(import.meta.url, async () => {
  const { url, wait } = parsed(() => parseArgs({ options: { url: { type: 'string' }, wait: { type: 'string' } } }));
  if (url === undefined || !URL.canParse(url))
    throw new SetupProblem('Give the address: --url https://castline.example');
  const faults = await smoke({ url, waitSeconds: Number(wait ?? 0) || 0 });
  if (faults.length > 0) throw new SetupProblem(`${faults.join('\n')}\nThe smoke test failed at ${url}.`);
  console.log(`${smokeChecks.length} checks passed at ${url}.`);
});
