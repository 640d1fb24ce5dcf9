const seconds = { minute: 60, day: 86_400 } as const;

/** Waits past the end of the minute or the UTC day where it is near: what is counted within one must not run into the next. */
export async function awayFromTheEndOfThe(unit: keyof typeof seconds, nearMs = 15_000): Promise<void> {
  const lengthMs = seconds[unit] * 1_000;
  const leftMs = lengthMs - (Date.now() % lengthMs);
  if (leftMs < nearMs) await new Promise((resolve) => setTimeout(resolve, leftMs + 100));
}
