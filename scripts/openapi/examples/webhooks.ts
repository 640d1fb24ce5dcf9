import type { Example } from './example.ts';

const endpoint = {
  id: 12,
  url: 'https://hooks.example.com/castline',
  kinds: ['assignment.submitted', 'assignment.approved', 'deadline.missed'],
  description: 'Order desk',
  status: 'ENABLED',
  failingSince: null,
  disabledAt: null,
  previousSecretExpiresAt: null,
  createdAt: '2026-11-20T09:40:11.204Z',
  allowedActions: ['test', 'replay', 'rotate-secret', 'delete'],
};
const delivery = {
  id: 4711,
  kind: 'assignment.submitted',
  eventId: 342,
  status: 'DELIVERED',
  attempts: 1,
  lastStatus: 200,
  lastError: null,
  nextAttemptAt: null,
  createdAt: '2026-12-25T18:10:01.420Z',
  endedAt: '2026-12-25T18:10:01.913Z',
};
const failing = {
  ...delivery,
  id: 4698,
  kind: 'assignment.accepted',
  eventId: 317,
  status: 'PENDING',
  attempts: 3,
  lastStatus: 503,
  lastError: 'answered 503',
  nextAttemptAt: '2026-11-20T15:39:21.310Z',
  createdAt: '2026-11-20T15:02:45.002Z',
  endedAt: null,
};
const waiting = { attempts: 0, status: 'PENDING', endedAt: null, nextAttemptAt: '2026-12-25T18:30:00.127Z' };

export const webhookExamples: Readonly<Record<string, Example>> = {
  CreateWebhookEndpoint: {
    success: 'The new endpoint. No later response shows its `secret`.',
    body: { url: endpoint.url, kinds: endpoint.kinds, description: endpoint.description },
    answer: { data: { ...endpoint, secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' } },
  },
  ListWebhookEndpoints: { answer: { data: [endpoint], nextCursor: null } },
  GetWebhookEndpoint: { answer: { data: endpoint } },
  DeleteWebhookEndpoint: { answer: { data: { ...endpoint, allowedActions: [] } } },
  EnableWebhookEndpoint: { answer: { data: endpoint } },
  RotateWebhookSecret: {
    success: 'The endpoint with its new `secret`. No later response shows the secret.',
    body: { overlapHours: 12 },
    answer: {
      data: {
        ...endpoint,
        previousSecretExpiresAt: '2026-12-01T21:00:00.310Z',
        secret: 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=',
      },
    },
  },
  TestWebhookEndpoint: {
    answer: {
      data: {
        ...{ ...delivery, ...waiting, id: 4720, kind: 'webhook.test', eventId: null, lastStatus: null },
        createdAt: waiting.nextAttemptAt,
      },
    },
  },
  ListWebhookDeliveries: { answer: { data: [delivery, failing], nextCursor: null } },
  GetWebhookDelivery: {
    answer: {
      data: {
        ...delivery,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Castline-Webhooks/1',
          'webhook-id': `msg_${delivery.id}`,
        },
        body:
          '{"type":"assignment.submitted","timestamp":"2026-11-20T14:58:11.204Z","data":{"eventId":318,"seq":4,' +
          '"assignmentId":96,"orderId":41,"actor":"CREATOR","role":"ADVERTISER","data":{}}}',
      },
    },
  },
  ReplayWebhookDelivery: { answer: { data: { ...delivery, ...waiting } } },
};
