import type { Sentences } from '@atrium/http/translator'

export const accessControlRussian: Sentences = {
  'User was not found': 'Пользователь не найден',
  'Role was not found': 'Роль не найдена',
  'Permission was not found': 'Право не найдено',
  'User role was not found': 'У пользователя нет такой роли',
  'Role permission was not found': 'У роли нет такого права',
  'Route was not found': 'Такого маршрута нет',

  'Role with this name already exists': 'Роль с таким названием уже есть',
  'Permission with this name already exists': 'Право с таким названием уже есть',
  'This user already has this role': 'У пользователя уже есть эта роль',
  'User role with this roleId already exists': 'У пользователя уже есть эта роль',
  'Role permission with this permissionId already exists': 'У роли уже есть это право',

  '{permission} is built in; it can be neither renamed nor deleted':
    'Право {permission} встроенное: его нельзя ни переименовать, ни удалить',
  'The role owner keeps {permission}': 'Право {permission} остаётся у роли owner',
  'A system role cannot be renamed': 'Системную роль нельзя переименовать',
  'A system role cannot be deleted': 'Системную роль нельзя удалить',
  'The level of a system role cannot be changed': 'Уровень системной роли нельзя изменить',

  'has {permission}, which does not exist': 'права {permission} нет',
  'must begin with /, as /users/5 or /users/:id': 'должно начинаться с /, например /users/5 или /users/:id',
  'must be 3 to 50 characters of a-z, 0-9, _ and -': 'нужно от 3 до 50 символов: a-z, 0-9, _ и -',
  'must be words of a-z, 0-9, _ and - joined by dots, such as reports.read.any':
    'нужны слова из a-z, 0-9, _ и -, соединённые точками, например reports.read.any',
}
