import { curlLines } from './curl-lines.ts';
import { readDemo } from './demo.ts';
import { demoFile } from './seed-once.ts';
import type { Stack } from './stack.ts';

/** Tells where everything is, who may try it, and how to begin. */
export async function printBanner({
  baseUrl,
  dataDir,
  services,
}: Pick<Stack, 'baseUrl' | 'dataDir' | 'services'>): Promise<void> {
  console.log(
    `\nCastline runs at ${baseUrl}. Ctrl-C stops it.\n\n  docs        ${baseUrl}/docs\n  data        ${dataDir}`,
  );
  if (services.mail) console.log(`  mails       ${services.mailDir}`);
  if (services.social) console.log(`  simulator   ${services.social.url}, in the place of YouTube's API`);
  const demo = readDemo(demoFile(dataDir));
  if (!demo) return;
  for (const role of ['advertiser', 'creator'] as const) {
    const { email, password, apiKey } = demo[role];
    console.log(`  ${role.padEnd(10)}  ${email}  ${password}  ${apiKey}`);
  }
  console.log(`  staff       ${demo.staff.email}  ${demo.staff.password}`);
  const listingId = await firstListing(baseUrl);
  if (listingId === undefined) return;
  console.log('\nPaste these: browse the catalog, draft an order, quote it, check it out, see what is reserved.\n');
  for (const line of curlLines(baseUrl, demo.advertiser.apiKey, listingId, new Date())) console.log(`${line}\n`);
}

async function firstListing(baseUrl: string): Promise<number | undefined> {
  const response = await fetch(`${baseUrl}/api/v1/creator-catalog?sort=price&limit=1`);
  const catalog: { data?: { services: { serviceListingId: number }[] }[] } = await response.json();
  return catalog.data?.[0]?.services[0]?.serviceListingId;
}
