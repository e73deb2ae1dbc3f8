import type { Russian } from '@atrium/ui/translation'
import type en from '../en/frame.ts'

const frame: Russian<typeof en> = {
  home: 'Atrium {{section}}, на главную',
  navigation: {
    dashboard: 'Обзор',
    health: 'Состояние системы',
    users: 'Пользователи',
    roles: 'Роли и права',
    access: 'Проверка доступа',
    clients: 'Клиенты',
    referenceData: 'Справочники',
    notices: 'Объявления',
    audit: 'Журнал аудита',
    keys: 'Ключи подписи',
    mail: 'Очередь писем',
    administration: 'Администрирование',
    account: 'Моя учётная запись',
    application: 'К задачам',
    tasksAdministration: 'Администрирование задач',
    profile: 'Профиль',
    contacts: 'Контакты и образование',
    security: 'Вход и безопасность',
    sessions: 'Сеансы',
    applications: 'Подключённые приложения',
    data: 'Мои данные',
  },
  notFound: {
    title: 'Страница не найдена',
    text: 'Возможно, в адресе опечатка или страница перемещена.',
    home: 'Перейти к учётной записи',
  },
}

export default frame
