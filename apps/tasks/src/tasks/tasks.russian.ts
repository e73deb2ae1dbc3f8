import { pluralRu } from '@atrium/core/language'
import type { Sentences } from '@atrium/http/translator'

export const tasksRussian: Sentences = {
  'Task was not found': 'Задача не найдена',
  'Comment was not found': 'Комментарий не найден',
  'Sticker was not found': 'Стикер не найден',
  'Attachment was not found': 'Вложение не найдено',
  'Checklist item was not found': 'Пункт чек-листа не найден',
  'Task priority was not found': 'Приоритет не найден',
  'A column to put the task into was not found': 'Нет колонки, в которую можно поместить задачу',
  'Sticker with this name already exists': 'Стикер с таким названием уже есть',
  'Task priority with this name already exists': 'Приоритет с таким названием уже есть',
  'Task priority with this level already exists': 'Приоритет такого уровня уже есть',
  'Task priority with this isDefault already exists': 'Приоритет по умолчанию уже есть',
  'Task with this number already exists': 'Задача с таким номером уже есть; попробуйте ещё раз',
  'Task with this position already exists': 'Это место уже заняла другая задача; попробуйте ещё раз',
  'Checklist item with this position already exists': 'Это место уже занял другой пункт; попробуйте ещё раз',

  'This task has been deleted': 'Эта задача удалена',
  'The task is not deleted': 'Задача не удалена',
  'The task was changed by someone else meanwhile': 'Тем временем задачу изменил кто-то другой',
  'The board of this task is deleted; restore the board first':
    'Доска этой задачи удалена; сначала восстановите доску',
  'Only a manager restores what others have deleted': 'Удалённое другими восстанавливает только менеджер',
  'Only the author of a comment may edit it': 'Комментарий может изменить только его автор',
  'The column “{title}” holds its limit of {limit} tasks; send force: true to exceed it': ({
    title,
    limit,
  }) =>
    `Колонка «${title}» заполнена: её лимит — ${pluralRu(Number(limit), 'задача', 'задачи', 'задач')}; чтобы превысить его, отправьте force: true`,
  'This sticker is already on the task': 'Этот стикер уже на задаче',
  'Stickers for all projects need the permission stickers.manage':
    'Для стикеров всех проектов нужно право stickers.manage',
  'A project has at most {limit} stickers': ({ limit }) =>
    `У проекта может быть не больше ${pluralRu(Number(limit), 'стикера', 'стикеров', 'стикеров')}`,
  'A task has at most {limit} stickers': ({ limit }) =>
    `На задаче может быть не больше ${pluralRu(Number(limit), 'стикера', 'стикеров', 'стикеров')}`,
  'A task has at most {limit} attachments': ({ limit }) =>
    `У задачи может быть не больше ${pluralRu(Number(limit), 'вложения', 'вложений', 'вложений')}`,
  'A checklist has at most {limit} items': ({ limit }) =>
    `В чек-листе может быть не больше ${pluralRu(Number(limit), 'пункта', 'пунктов', 'пунктов')}`,
  '{name} is the default priority; make another one the default instead':
    '{name} — приоритет по умолчанию; вместо этого сделайте таким другой',
  '{name} is the default priority; make another one the default first':
    '{name} — приоритет по умолчанию; сначала сделайте таким другой',

  'belongs to another task': 'относится к другой задаче',
  'must be a column of the board': 'нужна колонка этой доски',
  'must be a member of the project': 'нужен участник проекта',
  'is a viewer; only members who can edit tasks can be assigned':
    'это наблюдатель; исполнителем может быть только тот, кто редактирует задачи',
  'must not be after dueDate': 'дата начала не может быть позже срока',
  'must not be before startDate': 'срок не может быть раньше даты начала',
  'must be a colour such as #2f80ed': 'нужен цвет, например #2f80ed',
  'must be text of 1 to 10000 characters, not only blanks':
    'нужен текст от 1 до 10000 символов, не из одних пробелов',
  'must be ids with commas between them': 'нужны номера через запятую',
  'must be user ids with commas between them, me or none':
    'нужны номера пользователей через запятую, me или none',
}
