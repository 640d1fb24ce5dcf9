import type { Cost, Meter } from '../../../functions/platform/social/social-platform.ts';

/** A meter that records what is spent and reported. */
export class CountingMeter implements Meter {
  isEmpty = false;
  readonly spent: Cost[] = [];
  readonly reports: { bucket: string; remaining: number; resetsAt: Date }[] = [];

  async spend(cost: Cost): Promise<boolean> {
    if (!this.isEmpty) this.spent.push(cost);
    return !this.isEmpty;
  }

  report(bucket: string, window: { remaining: number; resetsAt: Date }): void {
    this.reports.push({ bucket, ...window });
  }

  clear(): void {
    this.spent.length = 0;
    this.reports.length = 0;
  }

  get calls(): number {
    return this.spent.reduce((sum, { calls }) => sum + calls, 0);
  }

  get units(): number {
    return this.spent.reduce((sum, { units }) => sum + units, 0);
  }
}
