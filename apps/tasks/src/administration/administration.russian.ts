import type { Sentences } from '@atrium/http/translator'

export const administrationRussian: Sentences = {
  'You need the permission {permission}': 'Для этого нужно право {permission}',
  'Role was not found': 'Роль не найдена',
  'Permission was not found': 'Право не найдено',
  'User role was not found': 'У пользователя нет такой роли',
  'The permission of this role was not found': 'У роли нет такого права',
  'Role with this name already exists': 'Роль с таким названием уже есть',
  'Permission with this name already exists': 'Право с таким названием уже есть',
  'This user already has this role': 'У пользователя уже есть эта роль',
  'User role with this roleId already exists': 'У пользователя уже есть эта роль',
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
  'must have 3 to 50 characters: a-z, 0-9, _ and -': 'нужно от 3 до 50 символов: a-z, 0-9, _ и -',

  'must be 1 to 255 visible characters': 'нужно от 1 до 255 видимых символов',
  'was used for another request already; choose a new one':
    'этот ключ уже использован для другого запроса; возьмите новый',
  'The first request with this key is still at work': 'Первый запрос с этим ключом ещё выполняется',
}
