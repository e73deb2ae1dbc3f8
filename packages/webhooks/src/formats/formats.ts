import { fillIn } from '@atrium/texts/fill-in'
import type { WebhookFormatName } from '../webhook.contract.ts'
import type { Sentence, WebhookFormat } from './format.ts'
import { matrix } from './matrix.ts'
import { ntfy } from './ntfy.ts'
import { slack } from './slack.ts'
import { standard } from './standard.ts'
import { telegram } from './telegram.ts'

/** The kinds of receivers, each in its file. */
const formats = { standard, slack, telegram, matrix, ntfy } satisfies Record<WebhookFormatName, WebhookFormat>

export function formatOf(name: WebhookFormatName): WebhookFormat {
  return formats[name]
}

/** Whether the receiver is a chat, which gets sentences: one message per task within five minutes. */
export function isChat(name: WebhookFormatName) {
  return formatOf(name).markup !== undefined
}

const MAX_LABEL = 150

/** Fills in a sentence as the chat writes text and links. */
export function writeSentence(
  { template, params, subject }: Sentence,
  markup: NonNullable<WebhookFormat['markup']>,
  language: string,
) {
  const escaped = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? markup.escape(shortened(value)) : value,
  ])
  const link = subject && markup.link(shortened(subject.label), subject.url)
  return fillIn(template, { ...Object.fromEntries(escaped), subject: link ?? '' }, language)
}

/** Cuts a text by code points, on one line. */
function shortened(text: string) {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '))
  return characters.length > MAX_LABEL ? `${characters.slice(0, MAX_LABEL).join('')}…` : characters.join('')
}
