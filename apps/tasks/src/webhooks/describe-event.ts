import { texts as sharedTexts } from '@atrium/texts/shared'
import type { Sentence, WebhookDocument } from '@atrium/webhooks/formats/format'
import { TEST_TYPE } from '@atrium/webhooks/sending/test-webhook'
import type { EventDocument } from '#outbox/event-document.contract.ts'
import { texts } from '#texts.ts'

/** The event in words, for a chat. */
export function describeEvent(document: WebhookDocument, language: string, product: string): Sentence {
  if (document.type === TEST_TYPE)
    return { template: sharedTexts(language, product).webhooks.test, params: {} }
  const { type, project, actor, task, changes } = document as EventDocument
  const { sentences, taskChanged, projectChanged } = texts(language).webhooks
  const template = (sentences as Record<string, string>)[type.replace('.', '_')]
  const after = (name: string) => changes[name]?.after ?? ''
  return {
    template: template ?? (task ? taskChanged : projectChanged),
    params: {
      type,
      actor: actor?.name || product,
      project: project.name,
      assignee: after('assigneeId'),
      text: String(after('excerpt')).replaceAll(/@\[\d+\]/g, '@…'),
      name: after('name'),
      count: after('count'),
      host: after('host'),
    },
    subject: task ? { label: `${task.key} ${task.title}`, url: task.url } : undefined,
  }
}
