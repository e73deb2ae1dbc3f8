import { pluralRu } from '@atrium/core/language'
import type { Sentences } from '@atrium/http/translator'

export const signInRussian: Sentences = {
  'Too many failed attempts; try again in {seconds} seconds': ({ seconds }) =>
    `Слишком много неудачных попыток; попробуйте снова через ${pluralRu(Number(seconds), 'секунду', 'секунды', 'секунд')}`,
  'Too many sign-ins at once; try again in a few seconds':
    'Слишком много входов одновременно; попробуйте через несколько секунд',
  'Confirm your e-mail address first: the link is in the mail that we sent you':
    'Сначала подтвердите адрес электронной почты: ссылка в письме, которое мы отправили',
  'Confirm your email address first, then add a second factor or a passkey':
    'Сначала подтвердите адрес электронной почты, затем добавьте второй фактор или ключ доступа',
  'This session has ended; sign in again': 'Сеанс завершён; войдите снова',
  'Enter the code of your authenticator application too': 'Введите ещё и код из приложения-аутентификатора',
  'Too much time has passed; begin again': 'Прошло слишком много времени; начните заново',
  'Too much time has passed; begin with your password again':
    'Прошло слишком много времени; начните заново с пароля',
  'Too much time has passed, or this was sent before; begin again':
    'Прошло слишком много времени, или это уже отправляли; начните заново',
  'Your role needs a second factor: sign in with your passkey':
    'Для вашей роли нужен второй фактор: войдите с ключом доступа',
  'Your role needs a second factor, and this is your last one; set up another one first':
    'Для вашей роли нужен второй фактор, а этот у вас последний; сначала настройте другой',
  'Two-factor sign-in is on already; switch it off first':
    'Двухфакторный вход уже включён; сначала выключите его',
  'Two-factor sign-in is on already': 'Двухфакторный вход уже включён',
  'Two-factor sign-in is off': 'Двухфакторный вход выключен',
  'You have {number} passkeys already; remove one first': ({ number }) =>
    `У вас уже ${pluralRu(Number(number), 'ключ', 'ключа', 'ключей')} доступа; сначала удалите один из них`,
  'Passkey was not found': 'Ключ доступа не найден',
  'Passkey with this credentialId already exists': 'Этот ключ доступа уже добавлен',

  'is not your password': 'это не ваш пароль',
  'is required, or a code': 'введите пароль или код',
  'is not right, or was used before': 'код неверен или уже был использован',
  'is not what was asked for; try again': 'пришло не то, что запрашивали; попробуйте ещё раз',
  'is too easy to guess: make it longer, and avoid common words, patterns and your own name, email or phone number':
    'слишком легко угадать: сделайте пароль длиннее, без частых слов, рядов символов и своих имени, почты и телефона',
  'must name email, phone or password': 'укажите адрес почты, телефон или пароль',
}
