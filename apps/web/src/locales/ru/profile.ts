import type { Russian } from '@atrium/ui/translation'
import type en from '../en/profile.ts'

const profile: Russian<typeof en> = {
  title: 'Профиль',
  saved: 'Сохранено',
  account: {
    title: 'Учётная запись',
    text: 'Имя, почта и фото берутся из вашей учётной записи.',
    roles: 'Роли',
    owner: 'Владелец этой установки',
    open: 'Открыть учётную запись',
  },
  settings: {
    title: 'Личные настройки',
    text: 'Хранятся в учётной записи и действуют на всех ваших устройствах.',
    language: 'Язык',
    theme: 'Тема',
    themeText: '«Системная» — как на вашем устройстве.',
    timeZone: 'Часовой пояс',
    timeZoneText: 'Определяет начало и конец дня в учёте времени и напоминаниях.',
    asInBrowser: 'Как в этом браузере ({{zone}})',
    noZone: 'Часовой пояс не найден. Введите город или страну.',
  },
  notifications: {
    title: 'Уведомления',
    text: 'О ваших собственных действиях уведомления не приходят.',
    mail: 'Письма',
    mailText: 'Письма приходят только на подтверждённый адрес.',
    mails: {
      none: 'Не присылать',
      noneText: 'Уведомления только в приложении',
      digest: 'Сводка',
      digestText: 'Непрочитанные уведомления одним письмом',
      each: 'Сразу',
      eachText: 'Письмо о каждом уведомлении',
    },
    kinds: 'О чём уведомлять',
    groups: { task: 'Задачи', comment: 'Комментарии', project: 'Проекты и приглашения' },
    types: {
      task: {
        assigned: 'Мне назначили задачу',
        unassigned: 'С меня сняли задачу',
        completed: 'Моя задача выполнена',
        unblocked: 'Мою задачу больше ничего не блокирует',
        due_changed: 'Изменился срок моей задачи',
        due_soon: 'До срока моей задачи меньше суток',
        overdue: 'Моя задача просрочена',
      },
      comment: {
        created: 'Новый комментарий к задаче, в которой я участвую',
        mention: 'Меня упомянули',
      },
      project: {
        member_added: 'Меня добавили в проект',
        member_removed: 'Меня удалили из проекта',
        role_changed: 'Изменилась моя роль в проекте',
      },
      invitation: {
        created: 'Меня пригласили в проект',
        accepted: 'Моё приглашение приняли',
      },
    },
    mutedProjects: 'Проекты без уведомлений',
    mutedProjectsText: 'Уведомления из этих проектов не приходят.',
    mutedProjectsPlaceholder: 'Нет таких проектов',
    noProject: 'Проект не найден',
  },
}

export default profile
