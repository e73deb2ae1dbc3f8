import type { Russian } from '@atrium/ui/translation'
import type en from '../en/frame.ts'

const frame: Russian<typeof en> = {
  home: 'Atrium {{section}}: на первую страницу',
  navigation: {
    dashboard: 'Обзор',
    users: 'Пользователи',
    roles: 'Роли и права',
    access: 'Кто что может',
    clients: 'Клиенты',
    referenceData: 'Справочники',
    audit: 'Журнал аудита',
    keys: 'Ключи подписи',
    mail: 'Очередь писем',
    administration: 'Администрирование',
    account: 'Моя учётная запись',
    application: 'К задачам',
    profile: 'Профиль',
    contacts: 'Контакты и образование',
    security: 'Вход и безопасность',
    sessions: 'Сеансы',
    data: 'Мои данные',
  },
  notFound: {
    title: 'Такой страницы нет',
    text: 'Возможно, в адресе опечатка или страница переехала.',
    home: 'К моей учётной записи',
  },
}

export default frame
