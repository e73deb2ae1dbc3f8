import { pluralRu } from '@atrium/core/language'
import type { Sentences } from '@atrium/http/translator'

export const boardsRussian: Sentences = {
  'Board was not found': 'Доска не найдена',
  'Column was not found': 'Колонка не найдена',
  'Board with this position already exists': 'Это место уже заняла другая доска; попробуйте ещё раз',
  'Board column with this position already exists': 'Это место уже заняла другая колонка; попробуйте ещё раз',
  'A board has at most {limit} columns': ({ limit }) =>
    `На доске может быть не больше ${pluralRu(Number(limit), 'колонки', 'колонок', 'колонок')}`,
  'The board is not deleted': 'Доска не удалена',
  'The last column of a board cannot be deleted': 'Последнюю колонку доски нельзя удалить',
  'The column holds tasks; name the column that gets them as moveTo':
    'В колонке есть задачи; укажите в moveTo, в какую колонку их перенести',
  'belongs to another project': 'относится к другому проекту',
  'belongs to another board': 'относится к другой доске',
  'must be one of the columns': 'нужно название одной из колонок',
  'must be another column': 'нужна другая колонка',
  'must name every column of the board; missing: {ids}': 'нужны все колонки доски; не хватает: {ids}',
  'must name columns of this board only; not: {ids}': 'нужны колонки только этой доски; лишние: {ids}',
}
