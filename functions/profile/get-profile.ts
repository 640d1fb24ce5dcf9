import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { profileOf } from '../../db/profiles.ts';
import { notFound } from '../../schema/errors.ts';
import type { Profile } from '../../schema/profile.ts';
import type { Ctx } from '../context.ts';

/** The caller's own draft, with what is private of it. */
export async function getProfile(ctx: Ctx): Promise<{ data: Profile }> {
  const { profile } = await row<{ profile: Profile | null }>(
    ctx.db,
    sql`select ${profileOf(ctx.actor.userId)} as profile`,
  );
  if (!profile) throw notFound();
  return { data: profile };
}
