import { Hono } from 'hono';
import type { GuestEnv } from '../../http/request-context.ts';
export const reportPageRoutes = new Hono<GuestEnv>();
