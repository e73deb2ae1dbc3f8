import type { OpenIdScope, Scope, TasksScope } from '#access-control/scopes.contract.ts'

type Words = Record<Scope | TasksScope | OpenIdScope, string>

/** What an application can do with a scope, as its user reads it. */
const scopeWords: Record<'en' | 'ru', Words> = {
  en: {
    openid: 'Recognize you when you sign in',
    profile: 'See your name, birth date and gender',
    email: 'See your email address',
    phone: 'See your phone number',
    groups: 'See your roles',
    offline_access: 'Keep this access while you’re away',
    'tasks:read': 'See your projects, boards and tasks',
    'tasks:write': 'Create and change tasks, comments and time entries',
    'tasks:manage': 'Manage your projects, boards and members',
    'admin:web': 'Open the administration area',
    'system:manage': 'Manage roles, permissions and reference data',
    'user:read': 'See the profiles, files and sessions that you can see',
    'user:write': 'Change the profiles, files and sessions that you can change',
    'user:manage': 'Archive users and assign roles',
    'user-educations:read': 'See education records',
    'user-educations:write': 'Change education records',
    'user-contacts:read': 'See contacts',
    'user-contacts:write': 'Change contacts',
  },
  ru: {
    openid: 'Узнавать вас при входе',
    profile: 'Видеть ваше имя, дату рождения и пол',
    email: 'Видеть ваш адрес почты',
    phone: 'Видеть ваш номер телефона',
    groups: 'Видеть ваши роли',
    offline_access: 'Сохранять этот доступ, пока вас нет',
    'tasks:read': 'Видеть ваши проекты, доски и задачи',
    'tasks:write': 'Создавать и менять задачи, комментарии и записи времени',
    'tasks:manage': 'Управлять вашими проектами, досками и участниками',
    'admin:web': 'Открывать раздел администрирования',
    'system:manage': 'Управлять ролями, правами и справочниками',
    'user:read': 'Видеть профили, файлы и сеансы, доступные вам',
    'user:write': 'Менять профили, файлы и сеансы, доступные вам',
    'user:manage': 'Архивировать пользователей и назначать роли',
    'user-educations:read': 'Видеть сведения об образовании',
    'user-educations:write': 'Менять сведения об образовании',
    'user-contacts:read': 'Видеть контакты',
    'user-contacts:write': 'Менять контакты',
  },
}

export function wordsFor(language: 'en' | 'ru', scope: string) {
  return (scopeWords[language] as Record<string, string>)[scope] ?? scope
}
