import type { Russian } from '@atrium/ui/translation'
import type en from '../en/frame.ts'

const frame: Russian<typeof en> = {
  home: 'Atrium, на главную',
  signIn: {
    title: 'Добро пожаловать в Atrium',
    text: 'Проекты, доски и время вашей команды в одном месте.',
    action: 'Войти',
    errors: {
      access_denied: 'Вы не разрешили Atrium выполнить вход. Попробуйте снова в любой момент.',
      server_error: 'На сервере входа произошла ошибка. Попробуйте ещё раз.',
      temporarily_unavailable: 'Вход временно недоступен. Попробуйте через несколько минут.',
      other: 'Войти не удалось. Попробуйте ещё раз.',
    },
  },
  navigation: {
    myWork: 'Моя работа',
    projects: 'Проекты',
    time: 'Время',
    notifications: 'Уведомления',
    administration: 'Администрирование',
    feedback: 'Отзывы',
    yourProjects: 'Ваши проекты',
    starred: 'Избранное',
    recent: 'Недавние',
    addProject: 'Добавить проект',
    addBoard: 'Добавить доску',
    addBoardTo: 'Добавить доску в проект «{{name}}»',
    boardsOf: 'Доски проекта «{{name}}»',
    noBoards: 'Досок пока нет',
    star: 'Добавить в избранное',
    unstar: 'Убрать из избранного',
    search: 'Поиск',
  },
  live: {
    connecting: 'Соединение потеряно. Изменения других участников появятся, когда оно восстановится.',
    lost: 'Обновления приостановлены. Перезагрузите страницу, чтобы увидеть изменения.',
    offline: 'Нет сети. Введённый текст останется на этой странице.',
  },
  actions: {
    cancel: 'Отмена',
    save: 'Сохранить',
    create: 'Создать',
    delete: 'Удалить',
    edit: 'Изменить',
    close: 'Закрыть',
    retry: 'Повторить',
    more: 'Ещё',
    copy: 'Скопировать',
    copied: 'Скопировано',
  },
  toProjects: 'Перейти к проектам',
  notFound: {
    title: 'Страница не найдена',
    text: 'Возможно, в адресе опечатка или страница перемещена.',
    action: 'Перейти к моей работе',
  },
}

export default frame
