import type { Russian } from '@atrium/ui/translation'
import type en from '../en/frame.ts'

const frame: Russian<typeof en> = {
  home: 'Atrium, к моей работе',
  signIn: {
    title: 'Добро пожаловать в Atrium',
    text: 'Проекты, доски и время вашей команды в одном месте.',
    action: 'Войти',
    errors: {
      access_denied: 'Вы не разрешили Atrium выполнить вход. Войти можно в любой момент.',
      server_error: 'В службе входа произошла ошибка. Повторите попытку.',
      temporarily_unavailable:
        'Служба входа занята или обновляется. Повторите попытку через несколько минут.',
      other: 'Вход не завершён. Повторите попытку.',
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
    search: 'Поиск',
  },
  live: {
    connecting: 'Соединение потеряно. Чужие изменения появятся, когда оно восстановится.',
    lost: 'Живые изменения остановлены. Обновите страницу, чтобы их увидеть.',
    offline: 'Нет сети. Всё, что вы пишете, остаётся здесь.',
  },
  actions: {
    cancel: 'Отмена',
    save: 'Сохранить',
    create: 'Создать',
    delete: 'Удалить',
    remove: 'Убрать',
    edit: 'Изменить',
    close: 'Закрыть',
    undo: 'Вернуть',
    retry: 'Повторить',
    more: 'Ещё',
    copy: 'Копировать',
    copied: 'Скопировано',
  },
  toProjects: 'К моим проектам',
  notFound: {
    title: 'Такой страницы нет',
    text: 'Возможно, в адресе опечатка или страница перемещена.',
    action: 'К моей работе',
  },
}

export default frame
