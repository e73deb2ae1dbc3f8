import { defineErrors } from '@atrium/core/catalogue'
import { pluralRu } from '@atrium/core/language'

export const signInErrors = defineErrors({
  wrong_credentials: {
    status: 401,
    en: 'Incorrect email, phone or password',
    ru: 'Неверная почта, телефон или пароль',
  },
  wrong_two_factor_code: {
    status: 401,
    en: 'The code is incorrect or has already been used',
    ru: 'Код неверный или уже использован',
  },
  wrong_passkey: {
    status: 401,
    en: 'This passkey is not registered here or could not be verified',
    ru: 'Этот ключ доступа не зарегистрирован или не прошёл проверку',
  },
  two_factor_required: {
    status: 401,
    en: 'Enter the code from your authenticator app as well',
    ru: 'Введите также код из приложения-аутентификатора',
  },
  sign_in_expired: {
    status: 401,
    en: 'This sign-in has expired; start again',
    ru: 'Время на вход истекло; начните заново',
  },
  session_ended: {
    status: 401,
    en: 'This session has ended; sign in again',
    ru: 'Сеанс завершён; войдите снова',
  },
  form_cookie_missing: {
    status: 403,
    en: 'Your browser did not send the cookie that belongs to this form. Try again. If this message comes back, allow cookies for this address; if the address starts with http://, an administrator has to switch to HTTPS, or set COOKIE_SECURE=false on a trusted network.',
    ru: 'Браузер не прислал cookie, которая относится к этой форме. Попробуйте ещё раз. Если сообщение появится снова, разрешите cookie для этого адреса; если адрес начинается с http://, администратору нужно перейти на HTTPS или задать COOKIE_SECURE=false в доверенной сети.',
  },
  form_expired: {
    status: 403,
    en: 'This form has expired; sign in again',
    ru: 'Форма устарела; войдите ещё раз',
  },
  passkey_required: {
    status: 403,
    en: 'Your role requires a second factor; sign in with your passkey',
    ru: 'Для вашей роли нужен второй фактор; войдите с ключом доступа',
  },
  email_unconfirmed: {
    status: 403,
    en: 'Confirm your email address first; use the link in the email we sent you',
    ru: 'Сначала подтвердите адрес почты по ссылке из нашего письма',
  },
  personal_token_not_found: {
    status: 404,
    en: 'Personal access token not found',
    ru: 'Персональный токен не найден',
  },
  too_many_personal_tokens: {
    status: 409,
    en: 'You already have {limit} personal access tokens; revoke one first',
    ru: ({ limit }: { limit: number }) =>
      `У вас уже ${limit} ${pluralRu(limit, 'персональный токен', 'персональных токена', 'персональных токенов')}; сначала отзовите один из них`,
  },
  passkey_not_found: { status: 404, en: 'Passkey not found', ru: 'Ключ доступа не найден' },
  passkey_credential_id_taken: {
    status: 409,
    en: 'This passkey has already been added',
    ru: 'Этот ключ доступа уже добавлен',
  },
  too_many_passkeys: {
    status: 409,
    en: 'You already have {limit} passkeys; remove one first',
    ru: ({ limit }: { limit: number }) =>
      `У вас уже ${pluralRu(limit, 'ключ', 'ключа', 'ключей')} доступа; сначала удалите один из них`,
  },
  two_factor_already_on: {
    status: 409,
    en: 'Two-factor sign-in is already on',
    ru: 'Двухфакторный вход уже включён',
  },
  two_factor_off: { status: 409, en: 'Two-factor sign-in is off', ru: 'Двухфакторный вход выключен' },
  last_second_factor: {
    status: 409,
    en: 'Your role requires a second factor and this is your last one; set up another one first',
    ru: 'Для вашей роли нужен второй фактор, а этот у вас последний; сначала настройте другой',
  },
  challenge_expired: {
    status: 410,
    en: 'This request has expired or was already used; start again',
    ru: 'Запрос устарел или уже использован; начните заново',
  },
  too_many_attempts: {
    status: 429,
    en: ({ retryAfter }: { retryAfter: number }) =>
      `Too many failed attempts; try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}`,
    ru: ({ retryAfter }: { retryAfter: number }) =>
      `Слишком много неудачных попыток; попробуйте снова через ${pluralRu(retryAfter, 'секунду', 'секунды', 'секунд')}`,
  },
  too_many_sign_ins: {
    status: 503,
    en: 'Too many sign-ins at the same time; try again in a few seconds',
    ru: 'Слишком много входов одновременно; попробуйте через несколько секунд',
  },
  too_many_password_checks: {
    status: 503,
    en: 'Too many new passwords at the same time; try again in a few seconds',
    ru: 'Слишком много новых паролей одновременно; попробуйте через несколько секунд',
  },

  // Errors of single fields.
  wrong_password: { en: 'is not your current password', ru: 'это не ваш текущий пароль' },
  wrong_code: { en: 'is incorrect or was already used', ru: 'код неверный или уже использован' },
  password_or_code_required: {
    en: 'is required, unless you send a code',
    ru: 'введите пароль или код',
  },
  credentials_required: {
    en: 'must contain an email address, a phone number or a password',
    ru: 'укажите адрес почты, телефон или пароль',
  },
  too_easy_to_guess: {
    en: 'is too easy to guess: make it longer, and avoid common words, patterns and your own name, email or phone number',
    ru: 'слишком легко угадать: сделайте пароль длиннее, без частых слов, рядов символов и своих имени, почты и телефона',
  },
  wrong_passkey_response: {
    en: 'is not a valid response to this request; try again',
    ru: 'это не ответ на данный запрос; попробуйте ещё раз',
  },
})
