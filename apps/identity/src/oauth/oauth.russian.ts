import type { Sentences } from '@atrium/http/translator'

/** Not what `/token` answers: programs read it, and RFC 6749 §5.2 allows it ASCII only. */
export const oauthRussian: Sentences = {
  'This application is not known here or is switched off': 'Это приложение здесь неизвестно или отключено',
  'This application asked to return to an address that is not registered for it':
    'Приложение просит вернуться на адрес, который для него не зарегистрирован',
  'The username or the password is wrong': 'Неверное имя пользователя или пароль',
  'The code is not right, or was used before': 'Код неверен или уже был использован',
  'This passkey is not known here, or its answer is not right':
    'Этот ключ доступа здесь неизвестен, или его ответ неверен',
  'The refresh token is unknown, used, revoked or expired':
    'Токен обновления неизвестен, использован, отозван или истёк',
  'There is no refresh_token cookie; sign in again': 'Нет cookie refresh_token; войдите снова',
  'invalid_scope: Not allowed here: {scopes}': 'invalid_scope: здесь не разрешено: {scopes}',

  'Client was not found': 'Клиент не найден',
  'The client {clientId} was not found': 'Клиент {clientId} не найден',
  'Client with this clientId already exists': 'Клиент с таким идентификатором уже есть',
  'This is the client of our own pages; the settings say what it is':
    'Это клиент наших собственных страниц; каким ему быть, решают настройки',
  'Your own token lacks {scopes}': 'У вашего собственного токена нет {scopes}',
  'Managing clients needs a role of level {level} or higher':
    'Для управления клиентами нужна роль уровня {level} или выше',
  'These scopes include permissions that you do not have: {permissions}':
    'Эти области доступа включают права, которых у вас нет: {permissions}',

  'is public and has no secret': 'клиент публичный, секрета у него нет',
  'has no {scope}': 'области доступа {scope} нет',
  'of a public client cannot be client_credentials': 'у публичного клиента не может быть client_credentials',
  'are required for the grant authorization_code': 'для authorization_code нужен хотя бы один адрес',
  'must be among {grants}, not {grant}': 'возможны {grants}, но не {grant}',
  'must be whole addresses, not {address}': 'нужны полные адреса, а не {address}',
  'must use https, not {address}': 'нужен https, а не {address}',
  'cannot be {address}': 'адрес {address} не подходит',
}
