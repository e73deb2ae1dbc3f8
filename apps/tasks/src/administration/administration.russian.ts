import type { Sentences } from '@atrium/http/translator'

export const administrationRussian: Sentences = {
  'You need the permission {permission}': 'Для этого нужно право {permission}',
  'User was not found': 'Пользователь не найден',
  'Role was not found': 'Роль не найдена',
  'Permission was not found': 'Право не найдено',
  'User role was not found': 'У пользователя нет такой роли',
  'Mail job was not found': 'Письмо в очереди не найдено',
  'This email is being sent right now': 'Письмо уже отправляется',
  'The permission of this role was not found': 'У роли нет такого права',
  'Role with this name already exists': 'Роль с таким названием уже есть',
  'Permission with this name already exists': 'Право с таким названием уже есть',
  'This user already has this role': 'У пользователя уже есть эта роль',
  'User role with this roleId already exists': 'У пользователя уже есть эта роль',
  'User with this email already exists': 'Пользователь с таким адресом электронной почты уже есть',
  'User with this passportId already exists': 'Пользователь этой учётной записи уже есть',
  'The role has this permission already': 'У роли уже есть это право',
  'The role {role} belongs to the system and keeps its name':
    'Роль {role} системная, её нельзя переименовать',
  'The role {role} belongs to the system and cannot be deleted': 'Роль {role} системная, её нельзя удалить',
  'The role {role} has permissions that you do not have: {permissions}':
    'У роли {role} есть права, которых нет у вас: {permissions}',
  'You can only grant permissions that you have yourself; you do not have {permission}':
    'Выдавать можно только свои права, а права {permission} у вас нет',
  'Only an administrator can change the permissions of the role admin':
    'Права роли admin может менять только администратор',
  'The role admin always keeps {permission}': 'Право {permission} нельзя отозвать у роли admin',
  'The users are being synchronised already': 'Пользователи уже синхронизируются',
  'This e-mail address belongs to another account':
    'Этот адрес электронной почты принадлежит другой учётной записи',
  'must be a time zone such as Europe/Berlin': 'нужен часовой пояс, например Europe/Berlin',
  'must be whole numbers with commas': 'нужны целые числа через запятую',
  'must have 3 to 50 characters: a-z, 0-9, _ and -': 'нужно от 3 до 50 символов: a-z, 0-9, _ и -',

  'must be 1 to 255 visible characters': 'нужно от 1 до 255 видимых символов',
  'was used for another request already; choose a new one':
    'этот ключ уже использован для другого запроса; возьмите новый',
  'The first request with this key is still at work': 'Первый запрос с этим ключом ещё выполняется',
}
