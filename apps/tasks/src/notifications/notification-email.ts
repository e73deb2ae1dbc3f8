import type { Language } from '@atrium/core/language'
import type { Email } from '@atrium/mail/render-email'
import { fillIn } from '@atrium/texts/fill-in'
import { texts } from '#texts.ts'
import type { Unmailed } from './notification-mail.queries.ts'

const MAX_ITEMS = 50

interface Reader {
  language: Language
  /** What the installation calls itself. */
  product: string
  FRONTEND_URL: string
}

/** A single notification is the subject of its email; several are listed. */
export function notificationEmail(notifications: Unmailed[], reader: Reader): Email {
  const { language, product, FRONTEND_URL } = reader
  const { greeting, openTask, open, footnote } = texts(language, product).notifications.email
  const base = FRONTEND_URL.replace(/\/?$/, '/')
  const [first, ...others] = notifications
  if (first && others.length === 0) {
    const address = addressOf(base, first)
    const button = address ? { label: openTask, address } : { label: open, address: base }
    const paragraphs = [greeting, `${first.subject}.`, first.body]
    return { language, subject: first.subject, paragraphs, button, footnote }
  }
  return { ...digest(reader, notifications, base), button: { label: open, address: base }, footnote }
}

function digest({ language, product }: Reader, notifications: Unmailed[], base: string) {
  const { greeting, subject, intro, more } = texts(language, product).notifications.email
  const items = notifications.slice(0, MAX_ITEMS).map(notification => ({
    title: notification.subject,
    text: notification.body,
    address: addressOf(base, notification),
  }))
  const left = notifications.length - items.length
  return {
    language,
    subject: fillIn(subject, { count: notifications.length }, language),
    paragraphs: [greeting, intro],
    items:
      left > 0
        ? [...items, { title: fillIn(more, { count: left }, language), text: '', address: undefined }]
        : items,
  }
}

function addressOf(base: string, { taskId }: Unmailed) {
  return taskId === null ? undefined : `${base}task/${taskId}`
}
