import { pluralRu } from '@atrium/core/language'
import type { Sentences } from './translator.ts'

/** What every service may say, its shared packages included. */
export const sharedRussian: Sentences = {
  'Some fields are not right': 'Некоторые поля заполнены неверно',
  'There is nothing at {path}': 'По адресу {path} ничего нет',
  '{method} is not supported here; use {allowed}': 'Метод {method} здесь не поддерживается; есть {allowed}',
  'The address is malformed or too long': 'Адрес записан неверно или слишком длинный',
  'Something went wrong on our side': 'Что-то пошло не так на нашей стороне',
  'Too many requests from this address; try again later':
    'Слишком много запросов с этого адреса; попробуйте позже',
  'This request comes from an origin that is not allowed': 'Запрос пришёл с сайта, которому это не разрешено',
  'The service is not ready: its database does not answer': 'Служба не готова: её база данных не отвечает',
  'The database is not available right now; try again shortly':
    'База данных сейчас недоступна; попробуйте чуть позже',
  'The server has no space left to store this; try again later':
    'На сервере не осталось места для сохранения; попробуйте позже',
  'The service is stopping': 'Служба останавливается',
  'The metrics need METRICS_TOKEN as a bearer token':
    'Для метрик нужен токен METRICS_TOKEN в заголовке Bearer',
  'The identity service does not answer; try again in a moment':
    'Служба идентификации не отвечает; попробуйте чуть позже',
  'The clocks of this service and the identity service differ too much; try again in a moment':
    'Часы этой службы и службы идентификации расходятся слишком сильно; попробуйте чуть позже',
  'The web application is not built yet; run `npm run build`':
    'Веб-приложение ещё не собрано; выполните `npm run build`',
  'This file of the application was not found': 'Такого файла у приложения нет',

  '{entity} was not found': '{entity}: не найдено',
  '{entity} with this {field} already exists': '{entity}: такое значение ({field}) уже есть',
  'This record is still in use': 'Эта запись ещё используется',
  'A text must not contain the NUL character': 'В тексте не может быть символа NUL',
  'A text must not contain half a character': 'В тексте не может быть половины символа',
  'A number is too large': 'Слишком большое число',
  'A date or a time cannot be read': 'Дату или время не удалось прочитать',
  'A date is out of range': 'Дата вне допустимых пределов',
  'A time zone is out of range': 'Часовой пояс вне допустимых пределов',

  'The file is too large': 'Файл слишком большой',
  'The content of the file was not found': 'Содержимое файла не найдено',
  'The file store does not answer as it should': 'Хранилище файлов отвечает не так, как должно',
  'must be an image: PNG, JPEG, GIF, WebP or AVIF': 'нужно изображение: PNG, JPEG, GIF, WebP или AVIF',

  'The body is too large': 'Тело запроса слишком большое',
  'The form has too many files': 'В форме слишком много файлов',
  'The form has too many fields': 'В форме слишком много полей',
  'The form has too many parts': 'В форме слишком много частей',
  'Send the body as JSON, as a form or as multipart': 'Тело запроса должно быть в JSON, формой или multipart',
  'The form field "{field}" may not be a file': 'Поле формы «{field}» не может быть файлом',
  'The form field "{field}" is too large': 'Поле формы «{field}» слишком большое',
  'The multipart body is broken: {reason}': 'Тело multipart повреждено: {reason}',
  "Body is not valid JSON but content-type is set to 'application/json'":
    'Тело запроса — не JSON, хотя так указано в его типе',
  'Request body size did not match Content-Length': 'Размер тела запроса не совпал с Content-Length',

  'Bad Request': 'Запрос составлен неверно',
  Forbidden: 'Доступ запрещён',
  'Precondition Failed': 'Запись не та, о которой спрашивают',
  'Range Not Satisfiable': 'Такой части у файла нет',

  'is required': 'обязательно для заполнения',
  'is not a known field': 'такого поля нет',
  'is not right': 'указано неверно',
  'has the wrong type': 'значение не того типа',
  'does not exist': 'такой записи нет',
  'is not available: this list has a fixed order': 'нельзя выбрать: порядок этого списка задан',
  'must be a whole number': 'нужно целое число',
  'must be a number': 'нужно число',
  'must be text': 'нужен текст',
  'must be true or false': 'нужно true или false',
  'must be a list': 'нужен список',
  'must be an object': 'нужен объект',
  'must be a file': 'нужен файл',
  'must be a date such as 2026-01-31': 'нужна дата, например 2026-01-31',
  'must be a time such as 2026-01-31T09:15:00Z': 'нужны дата и время, например 2026-01-31T09:15:00Z',
  'must be a date such as 2026-01-31 or a time such as 2026-01-31T09:15:00Z':
    'нужна дата, например 2026-01-31, или дата со временем, например 2026-01-31T09:15:00Z',
  'must be an e-mail address': 'нужен адрес электронной почты',
  'must be a web address': 'нужен адрес сайта',
  'must be one line without control characters': 'нужна одна строка без управляющих символов',
  'must be a {format}': 'нужен формат {format}',
  'must be {value}': 'нужно значение {value}',
  'must be one of: {values}': 'нужно одно из значений: {values}',
  'must not be empty': 'не должно быть пустым',
  'must not repeat an entry': 'значения не должны повторяться',
  'must name at least one field': 'укажите хотя бы одно поле',
  'must have at least {limit} characters': ({ limit }) =>
    `нужно не меньше ${pluralRu(Number(limit), 'символа', 'символов', 'символов')}`,
  'must have at most {limit} characters': ({ limit }) =>
    `нужно не больше ${pluralRu(Number(limit), 'символа', 'символов', 'символов')}`,
  'must have at least {limit} entries': ({ limit }) =>
    `нужно не меньше ${pluralRu(Number(limit), 'значения', 'значений', 'значений')}`,
  'must have at most {limit} entries': ({ limit }) =>
    `нужно не больше ${pluralRu(Number(limit), 'значения', 'значений', 'значений')}`,
  'must be at least {limit}': 'нужно не меньше {limit}',
  'must be at most {limit}': 'нужно не больше {limit}',
}
