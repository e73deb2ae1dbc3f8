import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'
import { unsubscribe } from './unsubscribe.contract.ts'

const texts = {
  en: {
    ask: 'Turn off notification emails?',
    askLead:
      'You’ll still find your notifications in Atrium, and get emails about your account and invitations.',
    button: 'Turn off',
    done: 'Notification emails are off',
    doneLead: 'You can turn them on again in your profile.',
    go: 'Continue to Atrium',
    invalid: 'This link doesn’t work',
    invalidLead:
      'Open the link from the email again, or turn off notification emails in your Atrium profile.',
  },
  ru: {
    ask: 'Отключить письма с уведомлениями?',
    askLead:
      'Уведомления останутся в Atrium, а письма о вашей учётной записи и приглашения будут приходить по-прежнему.',
    button: 'Отключить',
    done: 'Письма с уведомлениями отключены',
    doneLead: 'Включить их снова можно в профиле.',
    go: 'Перейти в Atrium',
    invalid: 'Ссылка не работает',
    invalidLead: 'Откройте ссылку из письма ещё раз или отключите письма с уведомлениями в профиле Atrium.',
  },
}

export function askPage(language: Language, token: string): Page {
  const text = texts[language]
  const address = `${unsubscribe.path}?${new URLSearchParams({ token })}`
  return {
    language,
    title: text.ask,
    body: html`<h1>${text.ask}</h1><p class="lead">${text.askLead}</p>
<form method="post" action="${address}"><button type="submit">${text.button}</button></form>`,
  }
}

export function donePage(language: Language, application: string): Page {
  const text = texts[language]
  return {
    language,
    title: text.done,
    body: html`<h1>${text.done}</h1><p class="lead">${text.doneLead}</p>
<a class="button" href="${application}">${text.go}</a>`,
  }
}

export function invalidPage(language: Language): Page {
  const text = texts[language]
  return {
    language,
    title: text.invalid,
    body: html`<h1>${text.invalid}</h1><p class="lead">${text.invalidLead}</p>`,
  }
}
