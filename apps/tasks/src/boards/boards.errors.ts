import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const boardsErrors = defineErrors(language => texts(language).boards.errors, {
  board_not_found: 404,
  column_not_found: 404,
  board_not_deleted: 409,
  board_position_taken: { status: 409, kind: 'conflict' },
  board_column_position_taken: { status: 409, kind: 'conflict' },
  too_many_columns: 409,
  last_column: 409,
  column_has_tasks: 409,
})
