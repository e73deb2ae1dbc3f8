import { defineErrors, mergeCatalogues } from '@atrium/core/catalogue'
import { errorsOf } from '@atrium/core/errors'

const { Conflict, NotFound, TooManyRequests, ValidationFailed } = errorsOf(
  mergeCatalogues(
    defineErrors(
      () => ({
        card_not_found: 'Card not found',
        limit_reached: 'The limit is {limit}',
        wait: 'Try again later',
      }),
      { card_not_found: 404, limit_reached: 409, wait: 429 },
    ),
    defineErrors(
      () => ({
        board_full: 'It has {count, plural, one {# card} other {# cards}}',
        empty: "can't be empty",
        too_long: 'must have at most {limit} characters',
      }),
      { board_full: 409 },
    ),
  ),
)

defineErrors(() => ({ known: 'Known' }), { unknown: 404 }) // wrong

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
