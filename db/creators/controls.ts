import { eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { build } from '../query.ts';
import { controls } from '../tables/controls.ts';

/** Stores a switch of the running service. */
export const switchControl = (name: string, isEnabled: boolean, staffId: number, at: Date): SQLWrapper =>
  build.update(controls).set({ isEnabled, updatedBy: staffId, updatedAt: at }).where(eq(controls.name, name));

/** Staff allows pages to be published: a field of the facts, and a condition. */
export const isPublicationOn: SQL<boolean> = sql`(select ${controls.isEnabled} from ${controls} where ${controls.name} = 'publication')`;
