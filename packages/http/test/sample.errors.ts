import { defineErrors } from '@atrium/core/catalogue'
import { errorsOf } from '@atrium/core/errors'
import { pluralRu } from '@atrium/core/language'

export const sampleErrors = defineErrors({
  sign_in_required: { status: 401, en: 'Sign in first', ru: 'Сначала войдите' },
  scope_required: {
    status: 403,
    en: 'The token lacks the scope {scope}',
    ru: 'У токена нет области {scope}',
  },
  not_the_owner: { status: 403, en: 'This is not yours', ru: 'Это не ваше' },
  thing_not_found: { status: 404, en: 'Thing not found', ru: 'Вещь не найдена' },
  shelf_full: {
    status: 409,
    en: 'The shelf “{name}” already has {count} things',
    ru: ({ name, count }: { name: string; count: number }) =>
      `На полке «${name}» уже ${pluralRu(count, 'вещь', 'вещи', 'вещей')}`,
  },
  name_taken: { status: 409, en: 'This name is taken', ru: 'Это название уже занято' },
  link_used: { status: 410, en: 'The link has already been used', ru: 'Ссылка уже использована' },
  mail_unavailable: {
    status: 503,
    en: 'The mail server is not responding',
    ru: 'Почтовый сервер не отвечает',
  },
  field_token: { en: 'Link', ru: 'Ссылка' },
})

export const { Conflict, Forbidden, Gone, NotAuthenticated, NotFound, Unavailable } = errorsOf(sampleErrors)
