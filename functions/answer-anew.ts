import { Replay, type SavedAnswer } from './idempotency.ts';

/**
 * Answers with what is shown of the object that a mutation left. Its key is bound to that object alone: an address that lets whoever
 * has it look is never stored, and a replay signs another.
 */
export async function answerAnew<Stored, Shown>(
  mutate: () => Promise<Stored>,
  show: (stored: Stored) => Promise<Shown>,
): Promise<Shown> {
  try {
    return await show(await mutate());
  } catch (error) {
    if (!(error instanceof Replay)) throw error;
    throw new Replay({ ...error.saved, body: JSON.stringify(await show(storedIn<Stored>(error.saved))) });
  }
}

/** Safe: whatever answerAnew is given commits the object as the answer of its key. */
const storedIn = <Stored>({ body }: SavedAnswer): Stored => JSON.parse(body) as Stored;
