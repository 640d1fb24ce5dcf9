import * as z from 'zod';
import { lazy } from '../../schema/shared/lazy.ts';
import type { Settings } from '../settings/index.ts';

/** Scans files for malware. Throws when the scanner gives no verdict. */
export interface VirusScanner {
  isClean(file: ScannedFile): Promise<boolean>;
}

export interface ScannedFile {
  /** Gives the file to anyone who has the URL, for a minute. */
  readonly url: string;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly contentType: string;
}

// The scanner reads the whole file before it answers.
const timeoutMs = 20_000;

const answered = lazy(() => z.object({ verdict: z.enum(['CLEAN', 'INFECTED']) }));

/**
 * The scanner of the deployment, or null when none is configured. It takes POST {VIRUS_SCAN_URL} with the fields of ScannedFile as JSON,
 * and answers 200 {"verdict": "CLEAN" | "INFECTED"}.
 */
export function openVirusScanner({
  VIRUS_SCAN_URL,
  VIRUS_SCAN_TOKEN,
}: Pick<Settings, 'VIRUS_SCAN_URL' | 'VIRUS_SCAN_TOKEN'>): VirusScanner | null {
  if (VIRUS_SCAN_URL === undefined) return null;
  return {
    async isClean({ url, size, sha256, contentType }) {
      const answer = await fetch(VIRUS_SCAN_URL, {
        method: 'POST',
        headers: { authorization: `Bearer ${VIRUS_SCAN_TOKEN ?? ''}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url, size, sha256, contentType }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!answer.ok) {
        await answer.body?.cancel();
        throw new Error(`the virus scanner answered ${answer.status}`);
      }
      return answered().parse(await answer.json()).verdict === 'CLEAN';
    },
  };
}
