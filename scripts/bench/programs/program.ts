import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectRoot } from '../../local/process/project-root.ts';
import type { Stoppable } from '../../local/process/running.ts';

/** A part of the benchmark in a process of its own, so that its CPU time counts separately. */
export interface Program<Request, Reply> extends Stoppable {
  readonly pid: number;
  /** Sends one request and returns its reply. A program handles one request at a time. */
  ask(request: Request): Promise<Reply>;
}

/** The messages of a program to this process. */
export type Message<Reply> = { readonly reply: Reply } | { readonly error: string };

/** Starts a file of this folder. */
export function startProgram<Request extends object, Reply>(
  name: 'load' | 'neon' | 'redis' | 'fastify',
): Program<Request, Reply> {
  const child = fork(path.join(projectRoot, 'scripts/bench/programs', `${name}.ts`), {
    execArgv: ['--no-warnings'],
    serialization: 'advanced',
  });
  const ended = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    async ask(request) {
      child.send(request);
      const message = await Promise.race([messageOf<Reply>(child), ended.then(() => ({ error: 'it ended' }))]);
      if ('error' in message) throw new Error(`the process "${name}": ${message.error}`);
      return message.reply;
    },
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** Safe: `answerEach` sends these messages. */
const messageOf = async <Reply>(child: ReturnType<typeof fork>) => (await once(child, 'message'))[0] as Message<Reply>;
