import type { Message } from './program.ts';

/** Answers the requests of the benchmark to this process, and ends the process with the benchmark. */
export function answerEach<Request, Reply>(answer: (request: Request) => Promise<Reply>): void {
  const send = (message: Message<Reply>) => process.send?.(message);
  process.on('message', (request: Request) => {
    answer(request).then(
      (reply) => send({ reply }),
      (error: unknown) => send({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.once('disconnect', () => process.exit(0));
}
