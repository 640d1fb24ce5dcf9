const dayMs = 86_400_000;
const nearMs = 15_000;

/** Waits past the end of the UTC day where it is near: the sums of one day must not run into the next. */
export async function awayFromTheEndOfTheDay(): Promise<void> {
  const leftMs = dayMs - (Date.now() % dayMs);
  if (leftMs < nearMs) await new Promise((resolve) => setTimeout(resolve, leftMs + 100));
}
