import type { Russian } from '@atrium/ui/translation'
import type en from '../en/profile.ts'

const profile: Russian<typeof en> = {
  title: 'Профиль',
  saved: 'Сохранено',
  account: {
    title: 'Учётная запись',
    text: 'Имя, почта и фотография берутся из службы, через которую вы входите.',
    email: 'Почта',
    post: 'Должность',
    roles: 'Роли',
    owner: 'Владелец этой установки',
    open: 'Открыть учётную запись',
  },
  settings: {
    title: 'Язык, вид и время',
    text: 'Хранится в учётной записи: на всех ваших устройствах всё будет одинаково.',
    language: 'Язык',
    theme: 'Тема',
    themeText: '«Системная» повторяет настройку вашего устройства.',
    timeZone: 'Часовой пояс',
    timeZoneText: 'От него зависит, где начинается и кончается ваш день в учёте времени и напоминаниях.',
    asInBrowser: 'Как в этом браузере ({{zone}})',
    noZone: 'Такого часового пояса нет. Попробуйте город или страну.',
  },
  notifications: {
    title: 'Уведомления',
    text: 'О собственных действиях вам не сообщается никогда.',
    mail: 'По почте',
    mails: {
      none: 'Без писем',
      noneText: 'Только здесь, в приложении.',
      digest: 'Сводкой',
      digestText: 'Всё непрочитанное — одним письмом.',
      each: 'По одному',
      eachText: 'Письмо сразу, как только что-то произошло.',
    },
    kinds: 'О чём сообщать',
    groups: { task: 'Задачи', comment: 'Комментарии', project: 'Проекты и приглашения' },
    types: {
      task: {
        assigned: 'Мне поручили задачу',
        unassigned: 'С меня сняли задачу',
        completed: 'Моя задача завершена',
        due_changed: 'Срок моей задачи изменился',
        due_soon: 'До срока моей задачи меньше суток',
        overdue: 'Моя задача просрочена',
      },
      comment: {
        created: 'Новый комментарий к задаче, в которой я участвую',
        mention: 'Меня упомянули',
      },
      project: {
        member_added: 'Меня добавили в проект',
        member_removed: 'Меня исключили из проекта',
        role_changed: 'Моя роль в проекте изменилась',
      },
      invitation: {
        created: 'Меня пригласили в проект',
        accepted: 'Моё приглашение приняли',
      },
    },
    mutedProjects: 'Проекты без уведомлений',
    mutedProjectsText: 'Из этих проектов вам ничего не придёт.',
    mutedProjectsPlaceholder: 'Таких нет',
    noProject: 'Такого проекта нет',
  },
}

export default profile
