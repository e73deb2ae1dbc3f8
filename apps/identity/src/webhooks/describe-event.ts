import { texts as sharedTexts } from '@atrium/texts/shared'
import type { Sentence, WebhookDocument } from '@atrium/webhooks/formats/format'
import { TEST_TYPE } from '@atrium/webhooks/sending/test-webhook'
import { texts } from '#texts.ts'
import type { EventDocument } from './event-document.contract.ts'

/** The event in words, for a chat. */
export function describeEvent(document: WebhookDocument, language: string, product: string): Sentence {
  if (document.type === TEST_TYPE)
    return { template: sharedTexts(language, product).webhooks.test, params: {} }
  const { type, actor, subject, action, role } = document as EventDocument
  const { sentences, other } = texts(language).webhooks
  const template = (sentences as Record<string, string>)[type.replace('.', '_')]
  const params = {
    type: action,
    actor: actor?.name || actor?.application || product,
    name: subject?.name ?? (subject ? `${subject.type} ${subject.id}` : ''),
    role: role?.name ?? '',
  }
  return { template: template ?? other, params }
}
