import { readDemo } from './demo.ts';
import { demoFile } from './seed-once.ts';
import type { Stack } from './stack.ts';

interface Addresses {
  readonly baseUrl: string;
  readonly dataDir: string;
  /** Undefined when another service sends the emails. */
  readonly mailDir: string | undefined;
  /** Undefined when the real platforms are used. */
  readonly socialUrl: string | undefined;
}

export function printBanner({ baseUrl, dataDir, services }: Pick<Stack, 'baseUrl' | 'dataDir' | 'services'>): void {
  const mailDir = services.mail && services.mailDir;
  console.log(bannerOf({ baseUrl, dataDir, mailDir, socialUrl: services.social?.url }));
}

/**
 * The URLs of market, cabinet and docs, the demo accounts, the first command to run, and the locations of data, emails and
 * simulator.
 */
export function bannerOf({ baseUrl, dataDir, mailDir, socialUrl }: Addresses): string {
  const lines = [
    '',
    `  Market      ${baseUrl}/creators`,
    `  Sign in     ${baseUrl}/sign-in`,
    `  API docs    ${baseUrl}/docs`,
    '',
  ];
  const demo = readDemo(demoFile(dataDir));
  if (demo) {
    const { advertiser, creator, staff, reportUrl } = demo;
    lines.push(`  advertiser  ${advertiser.email}  ${advertiser.password}`, `              ${advertiser.apiKey}`);
    lines.push(`  creator     ${creator.email}  ${creator.password}`, `              ${creator.apiKey}`);
    lines.push(`  staff       ${staff.email}  ${staff.password}`, '');
    if (reportUrl) lines.push(`  report      ${reportUrl}`, '');
    lines.push('  Run "npm run demo" in another terminal: it places an order, request by request.', '');
  }
  lines.push(`  data        ${dataDir}`);
  if (mailDir) lines.push(`  emails      ${mailDir}`);
  if (socialUrl) lines.push(`  simulator   ${socialUrl}, in place of the platforms' APIs`);
  return [...lines, '', 'Press Ctrl-C to stop. Each request appears below as one line.', ''].join('\n');
}
