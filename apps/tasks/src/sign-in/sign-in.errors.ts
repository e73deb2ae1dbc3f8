import { defineErrors } from '@atrium/core/catalogue'

export const signInErrors = defineErrors({
  not_authenticated: {
    status: 401,
    en: 'Sign in first: this requires an access token',
    ru: 'Сначала войдите: здесь нужен токен доступа',
  },
  invalid_token: {
    status: 401,
    en: 'Your session has ended or the token is invalid; sign in again',
    ru: 'Сеанс завершён или токен недействителен; войдите снова',
  },
  user_token_required: {
    status: 401,
    en: 'This service is for users; the token of a client has no user',
    ru: 'Этот сервис для пользователей, а токен клиента не принадлежит пользователю',
  },
  account_inactive: { status: 401, en: 'This account is not active', ru: 'Эта учётная запись не активна' },
  account_archived: {
    status: 401,
    en: 'An administrator has archived this account',
    ru: 'Администратор архивировал эту учётную запись',
  },
  profile_unavailable: {
    status: 401,
    en: 'The identity service does not show the profile of this user',
    ru: 'Сервис идентификации не показывает профиль этого пользователя',
  },
  own_token_refused: {
    status: 503,
    en: 'The identity service does not issue a token to this service; check its client ID, secret and grant types',
    ru: 'Сервис идентификации не выдаёт токен этому сервису; проверьте ID, секрет и типы доступа его клиента',
  },

  invalid_credentials: {
    status: 401,
    en: 'The login or password is incorrect',
    ru: 'Неверный логин или пароль',
  },
  invalid_credentials_or_code: {
    status: 401,
    en: 'The login, password or code is incorrect',
    ru: 'Неверный логин, пароль или код',
  },
  two_factor_required: {
    status: 401,
    en: 'This account requires a code from your authenticator app; send it as twoFactorCode',
    ru: 'Для этой учётной записи нужен код из приложения-аутентификатора; передайте его в поле twoFactorCode',
  },

  unknown_sign_in: {
    status: 400,
    en: 'This sign-in was started in another browser or is already finished; start again',
    ru: 'Этот вход начат в другом браузере или уже завершён; начните заново',
  },
  authorization_code_missing: {
    status: 400,
    en: 'The identity service sent no authorization code; start the sign-in again',
    ru: 'Сервис идентификации не прислал код авторизации; начните вход заново',
  },
  sign_in_not_confirmed: {
    status: 401,
    en: 'The identity service did not confirm this sign-in; start again',
    ru: 'Сервис идентификации не подтвердил этот вход; начните заново',
  },
})
