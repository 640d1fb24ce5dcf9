import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { platformNames } from '../../../schema/shared/platform-names.ts';
import { aFile } from '../market/files.ts';
import { depth } from '../stack/depth.ts';
import type { AtAScreen } from './at-a-screen.ts';

/** Whether a step of a story runs with script. At the quick depth the steps of one story take turns. */
export const storyModes = depth<readonly (readonly [mode: string, hasScript: (step: number) => boolean])[]>(
  [['with script and without JavaScript by turns', (step) => step % 2 === 1]],
  [
    ['with script', () => true],
    ['without JavaScript', () => false],
  ],
);

/** Staff books a deposit of a person on its pages: it finds the person, types the amount, reads the sum, and confirms. */
export async function bookDeposit(staff: AtAScreen, { email }: AtAScreen, amount: string): Promise<string> {
  await staff.open(`/cabinet/staff/users?${new URLSearchParams({ search: email })}`);
  await staff.follow('table a.main');
  await staff.follow('a:text-is("Book a deposit")');
  await staff.type({ amount, reference: `transfer ${randomUUID()}` });
  await staff.press('Continue');
  const shown = await staff.reads();
  await staff.press('Confirm');
  return shown;
}

/** A creator signs in at Twitch, allows everything, and comes back to the page of the form. */
export async function connectTwitch(creator: AtAScreen, handle: string): Promise<void> {
  await creator.open('/cabinet/accounts');
  await creator.type({ platform: 'TWITCH', shareMetrics: true });
  await creator.press('Continue to the platform');
  const { page } = creator;
  await page.fill('input[name="handle"]', handle);
  await page.click('button.allow');
  await page.getByRole('link', { name: `${platformNames.TWITCH} ${handle}` }).click();
}

/** A creator chooses a video for the form that is open, and waits until the service has checked it. */
export async function uploadVideo({ page }: AtAScreen, name: string): Promise<void> {
  const file = { name, mimeType: 'video/mp4', buffer: aFile['video/mp4']() };
  await page.locator('input[type=file]').setInputFiles([file]);
  await page.locator('input[name=uploadIds]').waitFor({ state: 'attached' });
}

/** The answer to a request that a page shows for a terminal, and its status: of curl itself, or of the same request where it is missing. */
export async function runShown(command: string): Promise<{ readonly status: number; readonly text: string }> {
  const run = promisify(execFile);
  const hasCurl = await run('curl', ['--version']).then(
    () => true,
    () => false,
  );
  if (!hasCurl) return fetchShown(command);
  const { stdout } = await run('sh', ['-c', `${command} --silent --write-out '\\n%{http_code}'`]);
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end)), text: stdout.slice(0, end) };
}

async function fetchShown(command: string): Promise<{ readonly status: number; readonly text: string }> {
  const [, name = '', value = '', url = ''] = /^curl -H '([^:]+): ([^']+)' (\S+)$/.exec(command) ?? [];
  const answer = await fetch(url, { headers: { [name]: value } });
  return { status: answer.status, text: await answer.text() };
}
