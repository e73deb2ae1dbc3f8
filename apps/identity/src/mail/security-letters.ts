import type { Letter } from '@atrium/mail/layout'
import type { SecurityChanged } from '#events.ts'
import { greeting, type Recipient } from './letters.ts'

type Change = SecurityChanged['change']

const texts: Record<'en' | 'ru', Record<Change, { subject: string; text: string }>> = {
  en: {
    two_factor_on: {
      subject: 'Two-factor sign-in is on',
      text: 'from now on, signing in to your account at Atrium needs a code of your authenticator application besides the password.',
    },
    two_factor_off: {
      subject: 'Two-factor sign-in is off',
      text: 'signing in to your account at Atrium no longer needs a code of an authenticator application.',
    },
    recovery_codes_renewed: {
      subject: 'You have new recovery codes',
      text: 'new recovery codes were made for your account at Atrium, and the old ones no longer work.',
    },
    passkey_added: {
      subject: 'A passkey was added',
      text: 'from now on, this passkey signs in to your account at Atrium:',
    },
    passkey_removed: {
      subject: 'A passkey was removed',
      text: 'this passkey no longer signs in to your account at Atrium:',
    },
  },
  ru: {
    two_factor_on: {
      subject: 'Двухфакторный вход включён',
      text: 'Теперь для входа в вашу учётную запись в Atrium кроме пароля нужен код из приложения-аутентификатора.',
    },
    two_factor_off: {
      subject: 'Двухфакторный вход выключен',
      text: 'Для входа в вашу учётную запись в Atrium больше не нужен код из приложения-аутентификатора.',
    },
    recovery_codes_renewed: {
      subject: 'У вас новые резервные коды',
      text: 'Для вашей учётной записи в Atrium созданы новые резервные коды, прежние больше не действуют.',
    },
    passkey_added: {
      subject: 'Добавлен ключ доступа',
      text: 'Теперь в вашу учётную запись в Atrium можно войти с этим ключом доступа:',
    },
    passkey_removed: {
      subject: 'Ключ доступа удалён',
      text: 'С этим ключом доступа больше нельзя войти в вашу учётную запись в Atrium:',
    },
  },
}

const footnote = {
  en: 'If it was not you, change your password at once and tell your administrator.',
  ru: 'Если это были не вы, сразу смените пароль и сообщите администратору.',
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
