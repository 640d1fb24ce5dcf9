/** For what is sure to come, however slow the machine is: it ends what never comes, and judges nobody's speed. */
export const patience = { timeout: 60_000, interval: 50 };
