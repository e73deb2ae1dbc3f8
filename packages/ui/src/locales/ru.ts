import type { Russian } from '../translation.ts'
import type en from './en.ts'

const ru: Russian<typeof en> = {
  loading: 'Загрузка…',
  retry: 'Повторить',
  close: 'Закрыть',
  notCopied: 'Браузер не дал это скопировать.',
  cancel: 'Отмена',
  save: 'Сохранить',
  undo: 'Отменить',
  language: 'Язык',
  colorScheme: { label: 'Тема', auto: 'Системная', light: 'Светлая', dark: 'Тёмная' },
  frame: {
    skipToContent: 'Перейти к содержанию',
    navigation: 'Основная навигация',
    toggleNavigation: 'Показать или скрыть навигацию',
  },
  userMenu: { open: 'Учётная запись: {{name}}', signOut: 'Выйти' },
  password: {
    current: 'Текущий пароль',
    wrong: 'Это не ваш пароль',
    toggle: 'Показать или скрыть пароль',
  },
  pages: {
    label: 'Страницы',
    previous: 'Предыдущая страница',
    next: 'Следующая страница',
    page: 'Страница {{page}}',
    of: '{{page}} из {{pages}}',
  },
  matrix: { label: 'Права ролей', role: 'Роль', permission: 'Право' },
  search: { clear: 'Очистить поиск' },
  shortcuts: {
    title: 'Сочетания клавиш',
    help: 'Показать сочетания клавиш',
    everywhere: 'Везде',
    after: 'затем',
    or: 'или',
    single: 'Клавиши без Ctrl и Cmd',
    singleText: 'Отключите, если они мешают голосовому вводу или другим программам.',
  },
  errors: {
    offline: { title: 'Нет связи', text: 'Сервер не ответил. Проверьте подключение и повторите попытку.' },
    signedOut: { title: 'Вы вышли', text: 'Войдите снова, чтобы продолжить.' },
    forbidden: { title: 'Нет доступа', text: 'У вашей учётной записи нет на это прав.' },
    notFound: { title: 'Не найдено', text: 'Возможно, это перемещено или удалено.' },
    conflict: {
      title: 'Данные изменились',
      text: 'Действие уже не подходит к тому, что сохранено. Обновите страницу и повторите.',
    },
    tooMany: { title: 'Слишком много запросов', text: 'Немного подождите и повторите попытку.' },
    unavailable: { title: 'Скоро вернёмся', text: 'Сервис сейчас недоступен. Повторите попытку чуть позже.' },
    unexpected: { title: 'Что-то пошло не так', text: 'Такого не должно было случиться. Повторите попытку.' },
    requestId: 'Запрос {{id}}',
  },
}

export default ru
