import { defineErrors } from '@atrium/core/catalogue'
import { pluralRu } from '@atrium/core/language'

export const boardsErrors = defineErrors({
  board_not_found: { status: 404, en: 'Board not found', ru: 'Доска не найдена' },
  column_not_found: { status: 404, en: 'Column not found', ru: 'Колонка не найдена' },
  board_not_deleted: { status: 409, en: 'This board is not deleted', ru: 'Эта доска не удалена' },
  board_position_taken: {
    status: 409,
    kind: 'conflict',
    en: 'Another board has just been moved here; try again',
    ru: 'На это место только что переместили другую доску; попробуйте ещё раз',
  },
  board_column_position_taken: {
    status: 409,
    kind: 'conflict',
    en: 'Another column has just been moved here; try again',
    ru: 'На это место только что переместили другую колонку; попробуйте ещё раз',
  },
  too_many_columns: {
    status: 409,
    en: 'A board can have at most {limit} columns',
    ru: ({ limit }: { limit: number }) =>
      `На доске может быть не больше ${pluralRu(limit, 'колонки', 'колонок', 'колонок')}`,
  },
  last_column: {
    status: 409,
    en: "The last column of a board can't be deleted",
    ru: 'Последнюю колонку доски нельзя удалить',
  },
  column_has_tasks: {
    status: 409,
    en: 'The column has tasks; send the column to move them to as moveTo',
    ru: 'В колонке есть задачи; укажите в moveTo, в какую колонку их перенести',
  },

  in_other_project: { en: 'belongs to another project', ru: 'относится к другому проекту' },
  on_other_board: { en: 'belongs to another board', ru: 'относится к другой доске' },
  not_a_column_title: { en: 'must be one of the columns', ru: 'укажите название одной из колонок' },
  same_column: { en: 'must be another column', ru: 'выберите другую колонку' },
  columns_missing: {
    en: 'must list every column of the board; missing: {ids}',
    ru: 'перечислите все колонки доски; не хватает: {ids}',
  },
  foreign_columns: {
    en: 'must list columns of this board only; remove: {ids}',
    ru: 'перечислите колонки только этой доски; лишние: {ids}',
  },
})
