import type { Russian } from '../translation.ts'
import type en from './en.ts'

const ru: Russian<typeof en> = {
  loading: 'Загрузка…',
  retry: 'Повторить',
  close: 'Закрыть',
  notCopied: 'Браузер заблокировал копирование.',
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
    wrong: 'Неверный пароль',
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
    title: 'Горячие клавиши',
    help: 'Показать горячие клавиши',
    everywhere: 'Везде',
    after: 'затем',
    or: 'или',
    single: 'Клавиши без Ctrl и Cmd',
    singleText: 'Отключите, если они мешают голосовому вводу или другим программам.',
  },
  errors: {
    offline: {
      title: 'Нет соединения',
      text: 'Сервер не ответил. Проверьте подключение и повторите попытку.',
    },
    signedOut: { title: 'Сеанс завершён', text: 'Войдите снова, чтобы продолжить.' },
    forbidden: { title: 'Нет доступа', text: 'У вас нет прав на просмотр или это действие.' },
    notFound: { title: 'Не найдено', text: 'Возможно, это перемещено или удалено.' },
    conflict: {
      title: 'Данные изменились',
      text: 'Данные изменились. Обновите страницу и повторите попытку.',
    },
    tooMany: { title: 'Слишком много запросов', text: 'Немного подождите и повторите попытку.' },
    unavailable: {
      title: 'Временно недоступно',
      text: 'Служба сейчас недоступна. Повторите попытку чуть позже.',
    },
    unexpected: { title: 'Что-то пошло не так', text: 'Произошла непредвиденная ошибка. Повторите попытку.' },
    requestId: 'Запрос {{id}}',
  },
}

export default ru
