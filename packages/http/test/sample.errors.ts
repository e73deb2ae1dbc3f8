import { defineErrors } from '@atrium/core/catalogue'
import { errorsOf } from '@atrium/core/errors'

const en = {
  sign_in_required: 'Sign in first',
  scope_required: 'The token lacks the scope {scope}',
  not_the_owner: 'This is not yours',
  thing_not_found: 'Thing not found',
  shelf_full: 'The shelf “{name}” already has {count} things',
  name_taken: 'This name is taken',
  link_used: 'The link has already been used',
  mail_unavailable: 'The mail server is not responding',
  field_token: 'Link',
} as const

const ru: Record<keyof typeof en, string> = {
  sign_in_required: 'Сначала войдите',
  scope_required: 'У токена нет области {scope}',
  not_the_owner: 'Это не ваше',
  thing_not_found: 'Вещь не найдена',
  shelf_full:
    'На полке «{name}» уже {count, plural, one {# вещь} few {# вещи} many {# вещей} other {# вещи}}',
  name_taken: 'Это название уже занято',
  link_used: 'Ссылка уже использована',
  mail_unavailable: 'Почтовый сервер не отвечает',
  field_token: 'Ссылка',
}

export const sampleErrors = defineErrors(language => (language === 'ru' ? (ru as typeof en) : en), {
  sign_in_required: 401,
  scope_required: 403,
  not_the_owner: 403,
  thing_not_found: 404,
  shelf_full: 409,
  name_taken: 409,
  link_used: 410,
  mail_unavailable: 503,
})

export const { Conflict, Forbidden, Gone, NotAuthenticated, NotFound, Unavailable } = errorsOf(sampleErrors)
