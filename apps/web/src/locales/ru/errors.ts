import type { Russian } from '@atrium/ui/translation'
import type en from '../en/errors.ts'

const errors: Russian<typeof en> = {
  role_too_low: 'Ваша роль в проекте этого не позволяет.',
  not_a_member: 'Вы больше не участвуете в этом проекте.',
  project_archived: 'Проект в архиве. Сначала восстановите его.',
  record_deleted: 'Запись тем временем удалили.',

  owner_required: 'У проекта должен быть владелец. Сначала передайте проект.',
  owner_cannot_leave: 'У проекта должен быть владелец. Передайте проект, прежде чем выйти из него.',
  already_a_member: 'Этот пользователь уже участвует в проекте.',
  member_not_found: 'Этот человек больше не участвует в проекте.',
  invitation_not_found: 'Этого приглашения больше нет.',
  pending_invitation_not_found: 'Это приглашение уже не действует.',
  too_many_invitations: 'Вы отправили слишком много приглашений. Попробуйте через час.',

  last_column: 'На доске должна быть хотя бы одна колонка.',
  column_has_tasks: 'В колонке есть задачи. Сначала выберите, куда их перенести.',
  too_many_columns: 'Максимум колонок на доске: {{limit}}.',
  board_deleted: 'Доска этой задачи удалена. Сначала восстановите доску.',
  task_deleted: 'Эту задачу удалили.',
  task_not_found: 'Этой задачи больше нет.',
  restore_requires_manager: 'Чужие задачи, удалённые другими, может восстановить только менеджер.',
  move_requires_manager:
    'В том проекте ваша роль выше, чем здесь. Попросите менеджера этого проекта перенести задачу.',
  not_comment_author: 'Изменить комментарий может только его автор.',
  comment_not_found: 'Этот комментарий удалили.',
  checklist_item_not_found: 'Этот пункт удалили.',
  too_many_checklist_items: 'Максимум пунктов в чек-листе: {{limit}}.',
  task_relation_pair_taken: 'Эти задачи уже связаны таким образом.',
  tasks_block_each_other: 'Эти задачи блокировали бы друг друга.',
  too_many_relations: 'У задачи может быть не больше {{limit}} связей.',
  relation_not_found: 'Эта связь уже удалена.',
  sticker_not_found: 'Этот стикер удалили.',
  sticker_already_attached: 'Этот стикер уже есть на задаче.',
  too_many_stickers: 'Максимум стикеров в проекте: {{limit}}.',
  field_not_found: 'Это поле удалено.',
  field_option_not_found: 'Этот вариант удалён.',
  custom_field_name_taken: 'В проекте уже есть поле с таким названием.',
  custom_field_option_name_taken: 'У поля уже есть вариант с таким названием.',
  too_many_custom_fields: 'Максимум полей в проекте: {{limit}}.',
  too_many_field_options: 'Максимум вариантов у поля: {{limit}}.',
  field_values_lost:
    'Только что появились значения, которые нельзя преобразовать. Проверьте ещё раз, что будет потеряно.',
  too_many_task_stickers: 'Максимум стикеров на задаче: {{limit}}.',
  view_not_found: 'Это представление удалили или закрыли для других.',
  template_not_found: 'Этот шаблон удалён или больше не открыт для всех.',
  not_template_owner: 'Изменить этот шаблон может только его владелец.',
  too_many_templates: 'Шаблонов может быть не больше {{limit}}. Сначала удалите один из них.',
  template_too_large: 'В шаблоне может быть не больше {{limit}} задач и {{kilobytes}} КБ текста.',
  too_many_views: 'В проекте можно сохранить не больше {{limit}} представлений.',
  attachment_not_found: 'Этот файл удалили.',
  too_many_attachments: 'Максимум файлов у задачи: {{limit}}.',
  project_files_full:
    'В проекте не осталось места для файлов. Удалите ненужные или попросите администратора увеличить лимит.',

  timer_already_running: 'Таймер уже запущен на этой задаче.',
  timer_on_other_task: 'Таймер запущен на другой задаче.',
  no_timer_running: 'Таймер уже остановлен.',
  timer_running: 'Сначала остановите таймер.',
  time_interval_not_found: 'Эту запись времени удалили.',

  idea_not_found: 'Это предложение удалили.',
}

export default errors
