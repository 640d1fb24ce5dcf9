// Scalar as it comes asks its makers' servers for fonts, a proxy and an assistant: nothing here leaves this origin.
import './memory-storage.js';
import { createApiReference } from './standalone.esm.js';

const exampleKey = '7d1f0c52-5b0e-4c3e-9a55-0f6c2b8e4a11';

createApiReference('#reference', {
  url: '/api/v1/openapi.json',
  servers: [{ url: location.origin, description: 'This service' }],
  authentication: { preferredSecurityScheme: 'apiKey' },
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'direct',
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
  // A key works for one request: the example's would be used up by the first who tries it.
  onRequestBuilt: ({ request }) => {
    if (request.headers.get('idempotency-key') === exampleKey)
      request.headers.set('idempotency-key', crypto.randomUUID());
  },
});
