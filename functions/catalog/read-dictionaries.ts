import { type DeploymentLimit, dictionaries } from '../../schema/catalog/dictionaries.ts';
import { fixedLimits } from '../../schema/catalog/fixed-limits.ts';
import { etagOf } from '../platform/hash.ts';
import type { CommonSettings } from '../settings/index.ts';
import type { GuestVersion } from './version.ts';

/** Every enumeration and limit: those of the contract and those that this deployment sets. */
export async function readDictionaries(
  settings: CommonSettings,
  callsPerMinute: Readonly<Record<string, number>>,
): Promise<GuestVersion> {
  const perMinute = Object.fromEntries(
    Object.entries(callsPerMinute).map(([name, calls]) => [name, calls * settings.RATE_LIMIT_SCALE]),
  );
  const limits = {
    ...fixedLimits,
    perMinute,
    figuresKeptDays: settings.FIGURES_KEPT_DAYS,
    ...deploymentLimitsOf(settings),
  };
  const body = JSON.stringify({ data: { ...dictionaries, limits } });
  return { generations: '', etag: await etagOf(body), body };
}

const deploymentLimitsOf = (settings: CommonSettings): Readonly<Record<DeploymentLimit, number>> => ({
  quoteTtlSeconds: settings.QUOTE_TTL_SECONDS,
  quoteRetentionDays: settings.QUOTE_RETENTION_DAYS,
  draftTtlDays: settings.DRAFT_TTL_DAYS,
  acceptWindowHours: settings.ACCEPT_WINDOW_HOURS,
  approveWindowHours: settings.APPROVE_WINDOW_HOURS,
  lateCancelHours: settings.LATE_CANCEL_HOURS,
  reminderHours: settings.REMINDER_HOURS,
  uploadUrlTtlSeconds: settings.UPLOAD_URL_TTL_SECONDS,
  previewTtlSeconds: settings.PREVIEW_TTL_SECONDS,
  ownershipCodeTtlHours: settings.OWNERSHIP_CODE_TTL_HOURS,
  viewsIntervalHours: settings.VIEWS_INTERVAL_HOURS,
  postScanIntervalHours: settings.POST_SCAN_INTERVAL_HOURS,
  postTrackingDays: settings.POST_TRACKING_DAYS,
  moderationWindowHours: settings.MODERATION_WINDOW_HOURS,
  creditPriceRaw: settings.CREDIT_PRICE_RAW,
  messageRetentionDays: settings.MESSAGE_RETENTION_DAYS,
  webhookTimeoutMs: settings.WEBHOOK_TIMEOUT_MS,
  webhookDisableAfterHours: settings.WEBHOOK_DISABLE_AFTER_HOURS,
});
