import { defineErrors } from '@atrium/core/catalogue'
import { pluralRu } from '@atrium/core/language'

interface Space {
  usedBytes: number
  allowedBytes: number
}

/** Rounded up, so that what is nearly full is not shown as empty. */
function megabytes(bytes: number) {
  return Math.ceil(bytes / 1_000_000)
}

export const tasksErrors = defineErrors({
  task_not_found: { status: 404, en: 'Task not found', ru: 'Задача не найдена' },
  no_column_for_task: {
    status: 404,
    en: 'There is no column to create the task in; create one first',
    ru: 'Нет колонки, в которой можно создать задачу; сначала создайте колонку',
  },
  project_has_no_column: {
    status: 409,
    en: 'This project has no board with a column yet; create one with POST /project/{projectId}/board',
    ru: 'В проекте ещё нет доски с колонкой; создайте доску: POST /project/{projectId}/board',
  },
  task_deleted: { status: 410, en: 'This task has been deleted', ru: 'Эта задача удалена' },
  task_not_deleted: { status: 409, en: 'This task is not deleted', ru: 'Эта задача не удалена' },
  board_deleted: {
    status: 409,
    en: 'The board of this task is deleted; restore the board first',
    ru: 'Доска этой задачи удалена; сначала восстановите доску',
  },
  restore_requires_manager: {
    status: 403,
    en: 'Only managers can restore tasks that others created and deleted',
    ru: 'Чужие задачи, удалённые другими, может восстановить только менеджер',
  },
  move_requires_manager: {
    status: 403,
    en: 'Your role in the other project is higher than here; only managers can move tasks there',
    ru: 'В том проекте ваша роль выше, чем здесь; перенести туда задачу может только менеджер этого проекта',
  },
  stale_version: {
    status: 409,
    en: 'Someone else has changed the task since you last read it',
    ru: 'Задачу уже изменил кто-то другой',
  },
  wip_limit_reached: {
    status: 409,
    en: 'The column "{title}" has reached its limit of {wipLimit} tasks; send force: true to exceed it',
    ru: ({ title, wipLimit }: { title: string; wipLimit: number }) =>
      `Колонка «${title}» заполнена: её лимит — ${pluralRu(wipLimit, 'задача', 'задачи', 'задач')}; чтобы превысить его, отправьте force: true`,
  },
  no_done_column: {
    status: 409,
    en: 'The board of this task has no column for completed tasks',
    ru: 'На доске этой задачи нет колонки для завершённых задач',
  },
  no_open_column: {
    status: 409,
    en: 'The board of this task has only columns for completed tasks',
    ru: 'На доске этой задачи есть только колонки для завершённых задач',
  },
  bulk_change_not_found: {
    status: 404,
    en: 'There is no such change to undo; changes of many tasks can be undone for 24 hours',
    ru: 'Такого изменения нет; отменить изменение нескольких задач можно в течение 24 часов',
  },
  bulk_change_undone: {
    status: 409,
    en: 'This change has already been undone',
    ru: 'Это изменение уже отменено',
  },
  changed_since: {
    status: 409,
    en: 'It has been changed again since then',
    ru: 'С тех пор это уже изменили',
  },
  task_just_moved: {
    status: 409,
    en: 'Someone has just moved the task; try again',
    ru: 'Задачу только что переместили; попробуйте ещё раз',
  },
  task_number_taken: {
    status: 409,
    kind: 'conflict',
    en: 'Another task has just been given this number; try again',
    ru: 'Задача с таким номером уже есть; попробуйте ещё раз',
  },
  task_position_taken: {
    status: 409,
    kind: 'conflict',
    en: 'Another task has just been moved here; try again',
    ru: 'На это место только что переместили другую задачу; попробуйте ещё раз',
  },

  recurrence_not_found: { status: 404, en: 'This task does not repeat', ru: 'Эта задача не повторяется' },
  nothing_to_skip: {
    status: 409,
    en: 'There is no such date ahead to skip',
    ru: 'Впереди нет такой даты, которую можно пропустить',
  },
  too_many_skipped_dates: {
    status: 409,
    en: 'At most {limit} dates can be skipped',
    ru: ({ limit }: { limit: number }) =>
      `Пропустить можно не больше ${pluralRu(limit, 'даты', 'дат', 'дат')}`,
  },

  comment_not_found: { status: 404, en: 'Comment not found', ru: 'Комментарий не найден' },
  not_comment_author: {
    status: 403,
    en: 'Only the author can edit a comment',
    ru: 'Изменить комментарий может только его автор',
  },

  too_many_reactions: {
    status: 409,
    en: 'A comment can have at most {limit} different reactions',
    ru: ({ limit }: { limit: number }) =>
      `У комментария может быть не больше ${pluralRu(limit, 'разной реакции', 'разных реакций', 'разных реакций')}`,
  },

  checklist_item_not_found: {
    status: 404,
    en: 'Checklist item not found',
    ru: 'Пункт чек-листа не найден',
  },
  checklist_item_position_taken: {
    status: 409,
    kind: 'conflict',
    en: 'Another item has just been moved here; try again',
    ru: 'На это место только что переместили другой пункт; попробуйте ещё раз',
  },
  too_many_checklist_items: {
    status: 409,
    en: 'A checklist can have at most {limit} items',
    ru: ({ limit }: { limit: number }) =>
      `В чек-листе может быть не больше ${pluralRu(limit, 'пункта', 'пунктов', 'пунктов')}`,
  },

  relation_not_found: { status: 404, en: 'Relation not found', ru: 'Связь не найдена' },
  task_relation_pair_taken: {
    status: 409,
    en: 'These tasks already have this relation',
    ru: 'Эти задачи уже связаны таким образом',
  },
  tasks_block_each_other: {
    status: 409,
    en: 'These tasks would end up blocking each other',
    ru: 'Эти задачи блокировали бы друг друга',
  },
  too_many_relations: {
    status: 409,
    en: 'A task can have at most {limit} relations',
    ru: ({ limit }: { limit: number }) =>
      `У задачи может быть не больше ${pluralRu(limit, 'связи', 'связей', 'связей')}`,
  },

  sticker_not_found: { status: 404, en: 'Sticker not found', ru: 'Стикер не найден' },
  sticker_name_taken: {
    status: 409,
    en: 'A sticker with this name already exists',
    ru: 'Стикер с таким названием уже есть',
  },
  sticker_already_attached: {
    status: 409,
    kind: 'entity-already-exists',
    en: 'The task already has this sticker',
    ru: 'Этот стикер уже есть на задаче',
  },
  too_many_stickers: {
    status: 409,
    en: 'A project can have at most {limit} stickers',
    ru: ({ limit }: { limit: number }) =>
      `У проекта может быть не больше ${pluralRu(limit, 'стикера', 'стикеров', 'стикеров')}`,
  },
  too_many_task_stickers: {
    status: 409,
    en: 'A task can have at most {limit} stickers',
    ru: ({ limit }: { limit: number }) =>
      `На задаче может быть не больше ${pluralRu(limit, 'стикера', 'стикеров', 'стикеров')}`,
  },

  attachment_not_found: { status: 404, en: 'Attachment not found', ru: 'Вложение не найдено' },
  too_many_attachments: {
    status: 409,
    en: 'A task can have at most {limit} attachments',
    ru: ({ limit }: { limit: number }) =>
      `У задачи может быть не больше ${pluralRu(limit, 'вложения', 'вложений', 'вложений')}`,
  },

  project_files_full: {
    status: 413,
    en: ({ usedBytes, allowedBytes }: Space) =>
      `The files of this project take ${megabytes(usedBytes)} of ${megabytes(allowedBytes)} MB, so this file doesn't fit. Delete files, or ask an administrator for more space.`,
    ru: ({ usedBytes, allowedBytes }: Space) =>
      `Файлы этого проекта занимают ${megabytes(usedBytes)} из ${megabytes(allowedBytes)} МБ, и этот файл не помещается. Удалите ненужные файлы или попросите администратора увеличить место.`,
  },

  task_priority_not_found: { status: 404, en: 'Priority not found', ru: 'Приоритет не найден' },
  task_priority_name_taken: {
    status: 409,
    en: 'A priority with this name already exists',
    ru: 'Приоритет с таким названием уже есть',
  },
  task_priority_level_taken: {
    status: 409,
    en: 'A priority with this level already exists',
    ru: 'Приоритет с таким уровнем уже есть',
  },
  task_priority_is_default_taken: {
    status: 409,
    en: 'There is already a default priority',
    ru: 'Приоритет по умолчанию уже есть',
  },
  default_priority_required: {
    status: 409,
    en: '{name} is the default priority; make another one the default instead',
    ru: '«{name}» — приоритет по умолчанию; вместо этого сделайте приоритетом по умолчанию другой',
  },
  default_priority: {
    status: 409,
    en: "{name} is the default priority and can't be deleted; make another one the default first",
    ru: '«{name}» — приоритет по умолчанию, его нельзя удалить; сначала сделайте приоритетом по умолчанию другой',
  },

  rule_expected: {
    en: 'must be a recurrence rule such as FREQ=WEEKLY;BYDAY=MO,TH with FREQ, INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, COUNT or UNTIL, WKST',
    ru: 'нужно правило повторения, например FREQ=WEEKLY;BYDAY=MO,TH: FREQ, INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, COUNT или UNTIL, WKST',
  },
  rule_without_dates: {
    en: 'has no date after this occurrence',
    ru: 'после этой задачи по правилу нет ни одной даты',
  },
  interval_rule_expected: {
    en: 'can only have FREQ, INTERVAL, COUNT and UNTIL when tasks repeat after completion',
    ru: 'для повторения после завершения подходят только FREQ, INTERVAL, COUNT и UNTIL',
  },
  same_task: { en: "can't be the task itself", ru: 'это та же самая задача' },
  parent_is_below: {
    en: "can't be the task itself or one of its sub-tasks",
    ru: 'это сама задача или одна из её подзадач',
  },
  nested_too_deep: {
    en: 'sub-tasks can be nested at most 5 levels deep',
    ru: 'подзадачи можно вкладывать не глубже 5 уровней',
  },
  not_combinable: {
    en: "can't be combined with {other}",
    ru: 'нельзя сочетать с {other}',
  },
  same_project: { en: 'is already the project of the task', ru: 'задача уже в этом проекте' },
  not_on_this_board: { en: 'must be a column of the board', ru: 'нужна колонка этой доски' },
  in_other_task: { en: 'belongs to another task', ru: 'относится к другой задаче' },
  assignee_not_a_member: { en: 'must be a member of the project', ru: 'выберите участника проекта' },
  assignee_is_viewer: {
    en: 'is a viewer; only members who can edit tasks can be assigned',
    ru: 'это наблюдатель; исполнителем может быть только тот, кто редактирует задачи',
  },
  start_after_due: {
    en: "can't be after dueDate",
    ru: 'дата начала не может быть позже срока',
  },
  due_before_start: {
    en: "can't be before startDate",
    ru: 'срок не может быть раньше даты начала',
  },
  emoji_expected: { en: 'must be a single emoji', ru: 'нужен один эмодзи' },
  comment_text_expected: {
    en: 'must have 1 to 10000 characters, not only spaces',
    ru: 'введите от 1 до 10000 символов, не только пробелы',
  },
  user_ids_expected: {
    en: 'must be user IDs separated by commas, me or none',
    ru: 'введите номера пользователей через запятую, me или none',
  },
})
