import type { Language } from '@atrium/core/language'
import type { Email } from '@atrium/mail/render-email'
import type { Unmailed } from './notification-mail.queries.ts'

const MAX_ITEMS = 50

const words = {
  en: {
    greeting: 'Hi,',
    subject: (count: number) => `${count} new notifications`,
    intro: 'Here’s what’s new in Atrium:',
    more: (count: number) => `and ${count} more`,
    openTask: 'Open task',
    open: 'Open Atrium',
    footnote: 'Choose which notifications you get by email, and how often, in your Atrium profile.',
  },
  ru: {
    greeting: 'Здравствуйте!',
    subject: (count: number) => `Новые уведомления: ${count}`,
    intro: 'Вот что нового для вас в Atrium:',
    more: (count: number) => `и ещё ${count}`,
    openTask: 'Открыть задачу',
    open: 'Открыть Atrium',
    footnote: 'Какие уведомления присылать на почту и как часто, можно выбрать в профиле Atrium.',
  },
}

/** A single notification is the subject of its email; several are listed. */
export function notificationEmail(language: Language, notifications: Unmailed[], frontendUrl: string): Email {
  const { greeting, openTask, open, footnote } = words[language]
  const base = frontendUrl.replace(/\/?$/, '/')
  const [first, ...others] = notifications
  if (first && others.length === 0) {
    const address = addressOf(base, first)
    const button = address ? { label: openTask, address } : { label: open, address: base }
    const paragraphs = [greeting, `${first.subject}.`, first.body]
    return { language, subject: first.subject, paragraphs, button, footnote }
  }
  return { ...digest(language, notifications, base), button: { label: open, address: base }, footnote }
}

function digest(language: Language, notifications: Unmailed[], base: string) {
  const { greeting, subject, intro, more } = words[language]
  const items = notifications.slice(0, MAX_ITEMS).map(notification => ({
    title: notification.subject,
    text: notification.body,
    address: addressOf(base, notification),
  }))
  const left = notifications.length - items.length
  return {
    language,
    subject: subject(notifications.length),
    paragraphs: [greeting, intro],
    items: left > 0 ? [...items, { title: more(left), text: '', address: undefined }] : items,
  }
}

function addressOf(base: string, { taskId }: Unmailed) {
  return taskId === null ? undefined : `${base}task/${taskId}`
}
