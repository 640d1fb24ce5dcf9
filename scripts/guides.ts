import { guides } from './guides/blocks.ts';
import { notRun, runBlocks } from './guides/not-run.ts';
import { runGuide } from './guides/run-guide.ts';
import { runAsCommand } from './local/process/command.ts';
import { SetupProblem } from './local/process/setup-problem.ts';
import { runningStack } from './local/running-stack.ts';

/** `npm run guides`: runs the commands of README.md and docs/ against the running local market. They change it and move its clock. */
await runAsCommand(import.meta.url, async () => {
  const running = runningStack();
  if (!running) throw new SetupProblem('No service runs on this data folder. Run "npm start" in another terminal.');
  const environment = {
    PORT: new URL(running.baseUrl).port,
    ...(running.upstashUrl && {
      UPSTASH_REDIS_REST_URL: running.upstashUrl,
      UPSTASH_REDIS_REST_TOKEN: running.upstashToken,
    }),
  };
  for (const { file, begins, why } of notRun) console.log(`not run  ${file}: ${begins} (${why})`);
  for (const file of guides) {
    const blocks = runBlocks.filter((block) => block.file === file);
    if (blocks.length === 0) continue;
    const { exitCode, output, requests } = await runGuide(blocks, environment);
    const failed = requests.filter((request) => !/^[23]/.test(request));
    if (exitCode !== 0 || failed.length > 0)
      throw new SetupProblem(`${output}\n${file} failed with exit code ${exitCode}: ${failed.join(', ')}`);
    console.log(`ran      ${file}: ${blocks.length} blocks, ${requests.length} requests`);
  }
});
