/** The document of an event, as far as every service's documents agree. */
export interface WebhookDocument {
  type: string
  at: string
}

/** An event in words: a template in which `{subject}` becomes a link, and what fills in the other placeholders. */
export interface Sentence {
  template: string
  params: Record<string, unknown>
  subject?: { label: string; url: string } | undefined
}

export interface Message {
  /** Names the message for receivers that ignore what they know already. */
  id: string
  document: WebhookDocument
  /** The events in words: one, or several of the same task. Empty unless the format is a chat's. */
  lines: string[]
}

export interface WebhookRequest {
  url: string
  method: 'POST' | 'PUT'
  headers: Record<string, string>
  body: string
}

/** How a kind of receiver wants its messages: an entry of the list in `formats.ts`. */
export interface WebhookFormat {
  name: string
  /** How a chat writes text and links; without it, the receiver is a program and gets the document of each event. */
  markup?: { escape: (text: string) => string; link: (label: string, url: string) => string }
  createRequest: (url: string, message: Message) => WebhookRequest
}

export const jsonHeaders = { 'content-type': 'application/json' }

export function escapeHtml(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
