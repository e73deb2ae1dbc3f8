import { defineErrors, mergeCatalogues } from '@atrium/core/catalogue'
import { errorsOf } from '@atrium/core/errors'

const { Conflict, NotFound, TooManyRequests, ValidationFailed } = errorsOf(
  mergeCatalogues(
    defineErrors({
      card_not_found: { status: 404, en: 'Card not found', ru: 'Карточка не найдена' },
      limit_reached: { status: 409, en: 'The limit is {limit}', ru: 'Лимит — {limit}' },
      wait: { status: 429, en: 'Try again later', ru: 'Попробуйте позже' },
    }),
    defineErrors({
      board_full: {
        status: 409,
        en: ({ count }: { count: number }) => `It has ${count} cards`,
        ru: ({ count }: { count: number }) => `Карточек: ${count}`,
      },
      empty: { en: "can't be empty", ru: 'не может быть пустым' },
      too_long: { en: 'must have at most {limit} characters', ru: 'максимум {limit}' },
    }),
  ),
)

new NotFound('card_not_found')
new NotFound('card_missing') // wrong
new NotFound('limit_reached') // wrong
new NotFound('empty') // wrong

new Conflict('limit_reached', { limit: 5 })
new Conflict('limit_reached', { limit: 5, columnId: 7 })
new Conflict('limit_reached') // wrong
new Conflict('limit_reached', { count: 5 }) // wrong
new Conflict('board_full', { count: 5 })
new Conflict('board_full', { count: 'many' }) // wrong

new TooManyRequests('wait', { retryAfter: 30 })
new TooManyRequests('wait') // wrong
new TooManyRequests('wait', { retryAfter: 'soon' }) // wrong

new ValidationFailed({ name: 'empty', size: ['empty', { code: 'too_long', limit: 5 }] })
new ValidationFailed({ name: 'gone' }) // wrong
new ValidationFailed({ name: 'card_not_found' }) // wrong
new ValidationFailed({ name: { code: 'too_long' } }) // wrong
