import { defineErrors } from '@atrium/core/catalogue'
import { pluralRu } from '@atrium/core/language'

export const viewsErrors = defineErrors({
  view_not_found: { status: 404, en: 'View not found', ru: 'Представление не найдено' },
  too_many_views: {
    status: 409,
    en: 'You can have at most {limit} saved views in a project',
    ru: ({ limit }: { limit: number }) =>
      `В проекте можно сохранить не больше ${pluralRu(limit, 'представления', 'представлений', 'представлений')}`,
  },
  shared_view_needs_project: {
    en: 'only views of a project can be shared',
    ru: 'поделиться можно только представлением проекта',
  },
  field_without_groups: {
    en: 'must be a list, a person or a checkbox',
    ru: 'группировать можно только по списку, человеку или флажку',
  },
  number_field_expected: { en: 'must be fields of type number', ru: 'складывать можно только числовые поля' },

  // Every code of FilterError; `position` counts characters from 1.
  filter_condition_expected: {
    en: 'character {position}: a condition is expected, such as priority = high',
    ru: 'символ {position}: здесь нужно условие, например priority = high',
  },
  filter_field_unknown: {
    en: 'character {position}: there is no field {field}',
    ru: 'символ {position}: поля {field} нет',
  },
  filter_operator_expected: {
    en: 'character {position}: {field} needs one of {operators}',
    ru: 'символ {position}: после {field} нужен один из операторов {operators}',
  },
  filter_id_expected: {
    en: 'character {position}: an ID is expected',
    ru: 'символ {position}: здесь нужен номер (ID)',
  },
  filter_id_or_name_expected: {
    en: 'character {position}: an ID or a name is expected; quote names that contain spaces',
    ru: 'символ {position}: здесь нужен номер (ID) или название; названия с пробелами пишутся в кавычках',
  },
  filter_person_expected: {
    en: 'character {position}: a user ID or me is expected',
    ru: 'символ {position}: здесь нужен номер пользователя или me',
  },
  filter_number_expected: {
    en: 'character {position}: a number is expected',
    ru: 'символ {position}: здесь нужно число',
  },
  filter_duration_expected: {
    en: 'character {position}: a duration is expected, such as 1h30m',
    ru: 'символ {position}: здесь нужна длительность, например 1h30m',
  },
  filter_date_expected: {
    en: 'character {position}: a date is expected, such as 2026-01-31, today or today+7',
    ru: 'символ {position}: здесь нужна дата, например 2026-01-31, today или today+7',
  },
  filter_text_expected: {
    en: 'character {position}: a text is expected; quote it if it contains spaces',
    ru: 'символ {position}: здесь нужен текст; если в нём есть пробелы, возьмите его в кавычки',
  },
  filter_boolean_expected: {
    en: 'character {position}: true or false is expected',
    ru: 'символ {position}: здесь нужно true или false',
  },
  filter_none_not_allowed: {
    en: 'character {position}: none only works with = and !=, for fields that can be empty',
    ru: 'символ {position}: none можно использовать только с = и !=, для полей, которые могут быть пустыми',
  },
  filter_too_many_values: {
    en: 'character {position}: there are more than {limit} values',
    ru: 'символ {position}: значений больше, чем можно ({limit})',
  },
  filter_parenthesis_expected: {
    en: 'character {position}: a closing parenthesis is expected',
    ru: 'символ {position}: здесь нужна закрывающая скобка',
  },
  filter_end_expected: {
    en: 'character {position}: and, or or the end is expected',
    ru: 'символ {position}: здесь нужно and, or или конец фильтра',
  },
  filter_quote_expected: {
    en: 'character {position}: this quotation mark is never closed',
    ru: 'символ {position}: эта кавычка не закрыта',
  },
  filter_too_complex: {
    en: 'character {position}: the filter has too many conditions or levels',
    ru: 'символ {position}: в фильтре слишком много условий или уровней вложенности',
  },
})
