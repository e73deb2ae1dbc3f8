import type {
  TestResult,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from '@atrium/webhooks/webhook.contract'
import type { Mutation } from '../forms/form.tsx'

export interface WebhookInput {
  id: number | undefined
  url: string
  types: string[]
  format: Webhook['format']
  isEnabled: boolean
}

/** The webhooks of a project or of the installation, and the types of its events. */
export interface WebhookSource {
  query: { data: Webhook[] | undefined; error: Error | null; isFetching: boolean; refetch: () => void }
  types: readonly string[]
  save: Mutation<WebhookInput, { item: Webhook & { secret?: string } }>
  remove: Mutation<number, unknown>
  test: Mutation<number, { item: TestResult }>
  rotate: Mutation<number, { item: WebhookWithSecret }>
  resend: Mutation<number, unknown>
  /** A hook: the last deliveries of a webhook, kept up to date. */
  useDeliveries: (webhookId: number) => { data: WebhookDelivery[] | undefined }
}

/** The types themselves, after the groups that they form. */
export function typeChoices(types: readonly string[]) {
  const groups = [...new Set(types.map(type => `${type.split('.')[0]}.*`))]
  return [...groups, ...types]
}
