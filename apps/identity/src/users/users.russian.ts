import type { Sentences } from '@atrium/http/translator'

export const usersRussian: Sentences = {
  'The user of a client token was not found': 'За токеном приложения не стоит пользователь',
  'Contact was not found': 'Контакт не найден',
  'Education was not found': 'Запись об образовании не найдена',
  'User with this email already exists': 'Пользователь с таким адресом электронной почты уже есть',
  'User with this phone already exists': 'Пользователь с таким номером телефона уже есть',
  'User contact with this isPrimary already exists': 'Основной контакт этого вида уже есть',
  'This user is archived already': 'Этот пользователь уже в архиве',
  'This user is not archived': 'Этот пользователь не в архиве',
  'To change a post you need the permission {permission}':
    'Чтобы изменить должность, нужно право {permission}',

  'must be an international telephone number such as +12025550100':
    'нужен номер телефона в международном формате, например +12025550100',
  'must be a user name, a t.me address or an international telephone number':
    'нужно имя пользователя, адрес на t.me или номер телефона в международном формате',
  'must be a user name or a linkedin.com address': 'нужно имя пользователя или адрес на linkedin.com',
  'must be a user name or a github.com address': 'нужно имя пользователя или адрес на github.com',
  'must be in the past, after 1899': 'нужна дата в прошлом, не раньше 1900 года',
  'must not be before 1900': 'не раньше 1900 года',
  'must not be before startedOn': 'не раньше начала учёбы',
}
