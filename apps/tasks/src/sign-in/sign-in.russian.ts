import type { Sentences } from '@atrium/http/translator'

export const signInRussian: Sentences = {
  'Sign in first: this needs an access token': 'Сначала войдите: здесь нужен токен доступа',
  'The session has ended or the token is not right; sign in again':
    'Сеанс завершён, или токен неверен; войдите снова',
  'The login or the password is wrong': 'Неверный логин или пароль',
  'The login, the password or the code is wrong': 'Неверный логин, пароль или код',
  'Send the code of your authenticator app too, as twoFactorCode':
    'Пришлите также код из приложения-аутентификатора в поле twoFactorCode',
  'Too many attempts; try again later': 'Слишком много попыток; попробуйте позже',
  'The identity service refuses to issue a token to this service; check its client ID, secret and grant types':
    'Служба идентификации не выдаёт этой службе токен; проверьте идентификатор, секрет и типы разрешений её клиента',
  'This account is not active': 'Эта учётная запись не действует',
  'This service is for users; a client token has none':
    'Эта служба для пользователей, а за токеном приложения никто не стоит',
  'The identity service does not show the profile of this user':
    'Служба идентификации не показывает профиль этого пользователя',
  'This sign-in was begun in another browser or is over; start it again':
    'Этот вход был начат в другом браузере или уже завершён; начните его заново',
  'The identity service sent no code; start the sign-in again':
    'Служба идентификации не прислала код; начните вход заново',
  'The identity service did not confirm this sign-in; start it again':
    'Служба идентификации не подтвердила этот вход; начните его заново',
}
