import { pluralRu } from '@atrium/core/language'
import type { Sentences } from './translator.ts'

/** For errors that are still thrown as English sentences. */
export const sharedRussian: Sentences = {
  'The identity service does not answer; try again in a moment':
    'Сервис идентификации не отвечает; попробуйте чуть позже',
  '{entity} was not found': '{entity}: не найдено',
  '{entity} with this {field} already exists': '{entity}: такое значение ({field}) уже есть',
  'is required': 'обязательное поле',
  'is not right': 'недопустимое значение',
  'does not exist': 'такой записи нет',
  'must be text': 'введите текст',
  'must be an e-mail address': 'введите адрес электронной почты',
  'must be a web address': 'введите URL',
  'must be a {format}': 'нужен формат {format}',
  'must be {value}': 'допустимо только {value}',
  'must have at most {limit} characters': ({ limit }) =>
    `максимум ${pluralRu(Number(limit), 'символ', 'символа', 'символов')}`,
  'must have at most {limit} entries': ({ limit }) =>
    `максимум ${pluralRu(Number(limit), 'значение', 'значения', 'значений')}`,
  'must be at least {limit}': 'минимум {limit}',
  'must be at most {limit}': 'максимум {limit}',
}
