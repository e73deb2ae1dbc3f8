import { jsonHeaders, type WebhookFormat } from './format.ts'

/** Standard Webhooks 1.0. */
export const standard: WebhookFormat = {
  name: 'standard',
  createRequest: (url, { document }) => ({
    url,
    method: 'POST',
    headers: jsonHeaders,
    body: JSON.stringify({ type: document.type, timestamp: document.at, data: document }),
  }),
}
