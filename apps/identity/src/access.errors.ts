import { defineErrors } from '@atrium/core/catalogue'

/** What the access rule of a route answers with. */
export const accessErrors = defineErrors({
  not_authenticated: {
    status: 401,
    en: 'Sign in first: this requires an access token',
    ru: 'Сначала войдите: здесь нужен токен доступа',
  },
  invalid_token: {
    status: 401,
    en: 'The access token is invalid, expired or revoked',
    ru: 'Токен доступа недействителен, истёк или отозван',
  },
  personal_token_refused: {
    status: 401,
    en: 'Personal access tokens work at the API of the task service, not at the identity service',
    ru: 'Персональные токены действуют в API сервиса задач, но не в сервисе учётных записей',
  },
  scope_required: {
    status: 403,
    en: 'The token lacks the scope {scope}',
    ru: 'У токена нет области доступа {scope}',
  },
  permission_required: {
    status: 403,
    en: 'You need the permission {permission}',
    ru: 'Для этого нужно право {permission}',
  },
  admin_address_refused: {
    status: 403,
    en: 'Administration is not open to your network (address {address}). Your own account works from anywhere.',
    ru: 'Администрирование недоступно из вашей сети (адрес {address}). Собственная учётная запись работает отовсюду.',
  },
  only_for_yourself: {
    status: 403,
    en: 'You can do this only for yourself',
    ru: 'Это можно сделать только для себя',
  },
  two_factor_setup_required: {
    status: 403,
    en: 'Your role requires a second factor: set one up first, under "Sign-in and security" in your account',
    ru: 'Для вашей роли нужен второй фактор: сначала настройте его на странице «Вход и безопасность»',
  },
})
