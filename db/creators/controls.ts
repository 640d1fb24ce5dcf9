import { eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { build, type Query, type RowOf, select } from '../query.ts';
import { controls } from '../tables/controls.ts';
import { users } from '../tables/identity.ts';

/** Stores a switch of the running service. */
export const switchControl = (name: string, isEnabled: boolean, staffId: number, at: Date): SQLWrapper =>
  build.update(controls).set({ isEnabled, updatedBy: staffId, updatedAt: at }).where(eq(controls.name, name));

/** Staff allows pages to be published: a field of the facts, and a condition. */
export const isPublicationOn: SQL<boolean> = sql`(select ${controls.isEnabled} from ${controls} where ${controls.name} = 'publication')`;

const listedFields = {
  name: controls.name,
  isEnabled: controls.isEnabled,
  updatedAt: controls.updatedAt,
  updatedBy: controls.updatedBy,
  updaterName: sql<string | null>`${users.name}`,
};

export type ListedControl = RowOf<typeof listedFields>;

/** All switches, with who changed them last. */
export const listedControls = (): Query<ListedControl> =>
  select(
    listedFields,
    sql`from ${controls} left join ${users} on ${users.id} = ${controls.updatedBy} order by ${controls.name}`,
  );
