import { type Demo, readDemo } from '../local/demo.ts';
import { dataDirectory } from '../local/external-services.ts';
import { SetupProblem } from '../local/process/setup-problem.ts';
import { runningStack } from '../local/running-stack.ts';
import { demoFile } from '../local/seed-once.ts';

/** The accounts of the demo market, and its address while it runs. */
export function runningDemo(): Demo {
  const running = runningStack();
  if (!running) throw new SetupProblem('No service runs on this data folder. Run "npm start" in another terminal.');
  const demo = readDemo(demoFile(dataDirectory(process.env.DATA_DIR)));
  if (!demo) throw new SetupProblem('The data folder has no demo.json. Only a seeded local market has demo accounts.');
  return { ...demo, baseUrl: running.baseUrl };
}
