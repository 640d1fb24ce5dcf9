import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';

const participant = z.object({ email: z.string(), password: z.string(), apiKey: z.string() });

/** The content of demo.json: the addresses, and the demo accounts. */
const demo = z.object({
  baseUrl: z.string(),
  docsUrl: z.string(),
  advertiser: participant,
  creator: participant,
  staff: participant.omit({ apiKey: true }),
  reportUrl: z.string().optional(),
});
export type Demo = z.output<typeof demo>;

export const readDemo = (file: string): Demo | undefined =>
  existsSync(file) ? demo.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
