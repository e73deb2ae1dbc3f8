import { automations } from '#automations/automations.consumer.ts'
import type { Consumer } from '#projects/activity.queries.ts'
import { webhooks } from '#webhooks/webhooks.consumer.ts'
import type { Settings } from './settings.ts'

/** What reads events later, each in its chapter; see docs/adding-a-resource.md. */
export function consumers(options: { settings: Settings; now: () => Date }): Consumer[] {
  return [webhooks(options), automations(options)]
}
