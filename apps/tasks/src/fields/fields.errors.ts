import { defineErrors } from '@atrium/core/catalogue'
import { pluralRu } from '@atrium/core/language'

export const fieldsErrors = defineErrors({
  field_not_found: { status: 404, en: 'Field not found', ru: 'Поле не найдено' },
  field_option_not_found: { status: 404, en: 'Option not found', ru: 'Вариант не найден' },
  custom_field_name_taken: {
    status: 409,
    en: 'The project already has a field with this name',
    ru: 'В проекте уже есть поле с таким названием',
  },
  custom_field_option_name_taken: {
    status: 409,
    en: 'The field already has an option with this name',
    ru: 'У поля уже есть вариант с таким названием',
  },
  too_many_custom_fields: {
    status: 409,
    en: 'A project can have at most {limit} fields',
    ru: ({ limit }: { limit: number }) =>
      `В проекте может быть не больше ${pluralRu(limit, 'поля', 'полей', 'полей')}`,
  },
  too_many_field_options: {
    status: 409,
    en: 'A field can have at most {limit} options',
    ru: ({ limit }: { limit: number }) =>
      `У поля может быть не больше ${pluralRu(limit, 'варианта', 'вариантов', 'вариантов')}`,
  },
  field_has_no_options: {
    status: 409,
    en: 'Only lists have options',
    ru: 'Варианты есть только у списков',
  },
  field_in_use: {
    status: 409,
    en: 'Tasks with a value in this field: {taskCount}; send force=true to delete it anyway',
    ru: ({ taskCount }: { taskCount: number }) =>
      `Поле заполнено у ${pluralRu(taskCount, 'задачи', 'задач', 'задач')}; чтобы всё равно удалить его, отправьте force=true`,
  },
  field_option_in_use: {
    status: 409,
    en: 'Tasks with this option: {taskCount}; send force=true to delete it anyway',
    ru: ({ taskCount }: { taskCount: number }) =>
      `Вариант выбран у ${pluralRu(taskCount, 'задачи', 'задач', 'задач')}; чтобы всё равно удалить его, отправьте force=true`,
  },
  field_values_lost: {
    status: 409,
    en: "Values that can't be converted: {lost}; send losses: drop to change the type anyway",
    ru: ({ lost }: { lost: number }) =>
      `${pluralRu(lost, 'значение нельзя', 'значения нельзя', 'значений нельзя')} преобразовать; чтобы всё равно изменить тип, отправьте losses: drop`,
  },

  option_expected: { en: 'must be an option of this field', ru: 'выберите вариант этого поля' },
  member_expected: { en: 'must be a member of the project', ru: 'выберите участника проекта' },
  web_address_expected: {
    en: 'must be a URL that starts with http:// or https://',
    ru: 'введите ссылку, которая начинается с http:// или https://',
  },
  checkbox_always_set: {
    en: "isn't available for checkboxes: they are always on or off",
    ru: 'недоступно для флажков: они всегда включены или выключены',
  },
  same_field_type: { en: 'is already the type of the field', ru: 'у поля уже этот тип' },
  fields_missing: {
    en: 'must list every field of the project; missing: {ids}',
    ru: 'перечислите все поля проекта; не хватает: {ids}',
  },
  foreign_fields: {
    en: 'must list fields of this project only; remove: {ids}',
    ru: 'перечислите поля только этого проекта; лишние: {ids}',
  },
  options_missing: {
    en: 'must list every option of the field; missing: {ids}',
    ru: 'перечислите все варианты поля; не хватает: {ids}',
  },
  foreign_options: {
    en: 'must list options of this field only; remove: {ids}',
    ru: 'перечислите варианты только этого поля; лишние: {ids}',
  },
})
