import type { Letter } from '@atrium/mail/layout'
import type { SecurityChanged } from '#events.ts'
import { greeting, type Recipient } from './letters.ts'

type Change = SecurityChanged['change']

const texts: Record<'en' | 'ru', Record<Change, { subject: string; text: string }>> = {
  en: {
    two_factor_on: {
      subject: 'Two-factor authentication turned on',
      text: 'Signing in to your Atrium account now requires a code from your authenticator app in addition to your password.',
    },
    two_factor_off: {
      subject: 'Two-factor authentication turned off',
      text: 'Signing in to your Atrium account no longer requires a code from an authenticator app.',
    },
    recovery_codes_renewed: {
      subject: 'New recovery codes created',
      text: 'New recovery codes were created for your Atrium account. The old ones no longer work.',
    },
    passkey_added: {
      subject: 'Passkey added',
      text: 'This passkey can now be used to sign in to your Atrium account:',
    },
    passkey_removed: {
      subject: 'Passkey removed',
      text: 'This passkey can no longer be used to sign in to your Atrium account:',
    },
  },
  ru: {
    two_factor_on: {
      subject: 'Двухфакторная аутентификация включена',
      text: 'Теперь для входа в вашу учётную запись Atrium, кроме пароля, нужен код из приложения-аутентификатора.',
    },
    two_factor_off: {
      subject: 'Двухфакторная аутентификация выключена',
      text: 'Для входа в вашу учётную запись Atrium больше не нужен код из приложения-аутентификатора.',
    },
    recovery_codes_renewed: {
      subject: 'Созданы новые резервные коды',
      text: 'Для вашей учётной записи Atrium созданы новые резервные коды. Прежние больше не действуют.',
    },
    passkey_added: {
      subject: 'Добавлен ключ доступа',
      text: 'Теперь в вашу учётную запись Atrium можно войти с этим ключом доступа:',
    },
    passkey_removed: {
      subject: 'Ключ доступа удалён',
      text: 'С этим ключом доступа больше нельзя войти в вашу учётную запись Atrium:',
    },
  },
}

const footnote = {
  en: 'If this wasn’t you, change your password now and contact your administrator.',
  ru: 'Если это были не вы, сразу смените пароль и обратитесь к администратору.',
}

export function securityLetter(
  { name, language }: Recipient,
  { change, passkey }: Pick<SecurityChanged, 'change' | 'passkey'>,
): Letter {
  const { subject, text } = texts[language][change]
  return {
    language,
    subject,
    paragraphs: [greeting[language](name), text],
    items: passkey === undefined || name === null ? [] : [{ title: passkey, text: '' }],
    footnote: footnote[language],
  }
}
