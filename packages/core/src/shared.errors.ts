import { defineErrors } from './catalogue.ts'
import { pluralRu } from './language.ts'

/** What every service can answer with, its shared packages included. */
export const sharedErrors = defineErrors({
  validation_failed: { status: 422, en: 'Validation failed', ru: 'Проверьте поля: есть ошибки' },

  address_not_found: {
    status: 404,
    kind: 'address-not-found',
    en: 'Nothing found at {path}',
    ru: 'По адресу {path} ничего нет',
  },
  method_not_allowed: {
    status: 405,
    en: '{method} is not supported here; use {allowed}',
    ru: 'Метод {method} здесь не поддерживается; доступны: {allowed}',
  },
  malformed_address: {
    status: 400,
    en: 'The address is malformed or too long',
    ru: 'Адрес некорректный или слишком длинный',
  },
  malformed_request: { status: 400, en: 'The request is malformed', ru: 'Некорректный запрос' },
  malformed_json: { status: 400, en: 'The body is not valid JSON', ru: 'Тело запроса — некорректный JSON' },
  body_length_mismatch: {
    status: 400,
    en: 'The size of the body does not match Content-Length',
    ru: 'Размер тела запроса не совпадает с Content-Length',
  },
  malformed_multipart: {
    status: 400,
    en: 'The multipart body is malformed: {cause}',
    ru: 'Некорректное тело multipart: {cause}',
  },
  unexpected_file: {
    status: 400,
    en: 'The form field "{field}" can\'t be a file',
    ru: 'Поле формы «{field}» не может быть файлом',
  },
  unstorable_text: {
    status: 400,
    en: "Text can't contain NUL characters or unpaired surrogates",
    ru: 'Текст не может содержать символ NUL или половину суррогатной пары',
  },
  number_out_of_range: { status: 400, en: 'A number is too large', ru: 'Слишком большое число' },
  unreadable_date: {
    status: 400,
    en: 'A date, time or time zone is invalid or out of range',
    ru: 'Дата, время или часовой пояс указаны неверно или вне допустимых пределов',
  },

  foreign_origin: {
    status: 403,
    en: 'Requests from this origin are not allowed',
    ru: 'Запросы с этого сайта не разрешены',
  },
  metrics_token_required: {
    status: 401,
    en: 'Send METRICS_TOKEN as a bearer token to read the metrics',
    ru: 'Чтобы прочитать метрики, передайте METRICS_TOKEN как bearer-токен',
  },

  already_exists: {
    status: 409,
    kind: 'entity-already-exists',
    en: 'A record with this {field} already exists',
    ru: 'Запись с таким значением поля {field} уже существует',
  },
  still_in_use: { status: 409, en: 'This record is still in use', ru: 'Эта запись ещё используется' },

  body_too_large: { status: 413, en: 'The body is too large', ru: 'Слишком большое тело запроса' },
  file_too_large: { status: 413, en: 'The file is too large', ru: 'Слишком большой файл' },
  form_field_too_large: {
    status: 413,
    en: 'The form field "{field}" is too large',
    ru: 'Слишком большое поле формы «{field}»',
  },
  too_many_files: { status: 413, en: 'The form has too many files', ru: 'В форме слишком много файлов' },
  too_many_fields: { status: 413, en: 'The form has too many fields', ru: 'В форме слишком много полей' },
  too_many_parts: { status: 413, en: 'The form has too many parts', ru: 'В форме слишком много частей' },
  unsupported_content_type: {
    status: 415,
    en: 'Send the body as JSON, form-urlencoded or multipart',
    ru: 'Отправьте тело запроса как JSON, form-urlencoded или multipart',
  },
  precondition_failed: {
    status: 412,
    en: 'The file has changed since you last read it',
    ru: 'Файл изменился с момента последнего чтения',
  },
  range_not_satisfiable: {
    status: 416,
    en: 'The file has no such range',
    ru: 'В файле нет такого диапазона',
  },
  headers_too_large: {
    status: 431,
    en: 'The request headers are too large',
    ru: 'Слишком большие заголовки запроса',
  },
  request_timeout: {
    status: 408,
    en: 'The request took too long to arrive',
    ru: 'Запрос передавался слишком долго',
  },
  rate_limited: {
    status: 429,
    en: 'Too many requests; try again later',
    ru: 'Слишком много запросов; попробуйте позже',
  },
  refused: { status: 400, en: 'The request was refused', ru: 'Запрос отклонён' },

  internal_error: {
    status: 500,
    en: 'Something went wrong on our side',
    ru: 'Что-то пошло не так на нашей стороне',
  },
  database_unavailable: {
    status: 503,
    en: 'The database is not available right now; try again shortly',
    ru: 'База данных сейчас недоступна; попробуйте чуть позже',
  },
  try_again: {
    status: 503,
    en: 'Too many people changed this at the same time. Try again.',
    ru: 'Слишком много одновременных изменений. Попробуйте ещё раз.',
  },
  no_space_left: {
    status: 503,
    en: 'The server has no space left to store this; try again later',
    ru: 'На сервере не осталось места; попробуйте позже',
  },
  service_stopping: {
    status: 503,
    en: 'The service is shutting down',
    ru: 'Сервис завершает работу',
  },
  service_not_ready: {
    status: 503,
    en: 'The service is not ready: its database is not responding',
    ru: 'Сервис не готов: база данных не отвечает',
  },
  identity_unavailable: {
    status: 503,
    en: 'The identity service is not responding; try again in a moment',
    ru: 'Сервис идентификации не отвечает; попробуйте чуть позже',
  },
  clocks_differ: {
    status: 503,
    en: 'The clocks of this service and the identity service are too far apart; try again in a moment',
    ru: 'Часы этого сервиса и сервиса идентификации слишком расходятся; попробуйте чуть позже',
  },
  storage_unavailable: {
    status: 503,
    en: 'The file storage is not responding; try again later',
    ru: 'Хранилище файлов не отвечает; попробуйте позже',
  },
  maintenance: {
    status: 503,
    en: 'Atrium is being maintained: you can read everything, but nothing can be changed right now. Try again later.',
    ru: 'Идут технические работы: всё можно читать, но изменить пока ничего нельзя. Попробуйте позже.',
  },
  web_application_not_built: {
    status: 503,
    en: 'The web application is not built yet; run `npm run build`',
    ru: 'Веб-приложение ещё не собрано; выполните `npm run build`',
  },

  application_file_not_found: { status: 404, en: 'File not found', ru: 'Файл не найден' },
  file_content_not_found: {
    status: 404,
    en: 'The content of the file is missing from the storage',
    ru: 'Содержимого файла нет в хранилище',
  },
  mail_job_not_found: { status: 404, en: 'Email not found in the queue', ru: 'Письма нет в очереди' },
  mail_job_running: {
    status: 409,
    en: 'This email is being sent right now',
    ru: 'Это письмо сейчас отправляется',
  },

  // Of single fields.
  required: { en: 'is required', ru: 'обязательное поле' },
  unknown_field: { en: 'is not a known field', ru: 'неизвестное поле' },
  invalid: { en: 'is invalid', ru: 'недопустимое значение' },
  wrong_type: { en: 'has the wrong type', ru: 'значение неверного типа' },
  does_not_exist: { en: 'does not exist', ru: 'такой записи нет' },
  fixed_order: {
    en: 'is not available: this list has a fixed order',
    ru: 'недоступно: порядок этого списка фиксированный',
  },
  integer_expected: { en: 'must be a whole number', ru: 'введите целое число' },
  number_expected: { en: 'must be a number', ru: 'введите число' },
  text_expected: { en: 'must be text', ru: 'введите текст' },
  boolean_expected: { en: 'must be true or false', ru: 'допустимы true и false' },
  list_expected: { en: 'must be a list', ru: 'нужен список' },
  object_expected: { en: 'must be an object', ru: 'нужен объект' },
  file_expected: { en: 'must be a file', ru: 'нужен файл' },
  image_expected: {
    en: 'must be an image: PNG, JPEG, GIF, WebP or AVIF',
    ru: 'нужно изображение: PNG, JPEG, GIF, WebP или AVIF',
  },
  date_expected: { en: 'must be a date such as 2026-01-31', ru: 'введите дату, например 2026-01-31' },
  time_expected: {
    en: 'must be a date and time such as 2026-01-31T09:15:00Z',
    ru: 'введите дату и время, например 2026-01-31T09:15:00Z',
  },
  date_or_time_expected: {
    en: 'must be a date such as 2026-01-31 or a date and time such as 2026-01-31T09:15:00Z',
    ru: 'введите дату, например 2026-01-31, или дату и время, например 2026-01-31T09:15:00Z',
  },
  time_zone_expected: {
    en: 'must be an IANA time zone such as Europe/Berlin',
    ru: 'введите часовой пояс IANA, например Europe/Berlin',
  },
  email_expected: { en: 'must be an email address', ru: 'введите адрес электронной почты' },
  url_expected: { en: 'must be a URL', ru: 'введите URL' },
  single_line_expected: {
    en: 'must be a single line without control characters',
    ru: 'введите одну строку без управляющих символов',
  },
  format_expected: { en: 'must be a {format}', ru: 'нужен формат {format}' },
  value_expected: { en: 'must be {value}', ru: 'допустимо только {value}' },
  one_of_expected: { en: 'must be one of: {values}', ru: 'допустимые значения: {values}' },
  empty: { en: "can't be empty", ru: 'не может быть пустым' },
  repeated: { en: "can't contain the same entry twice", ru: 'значения не должны повторяться' },
  nothing_to_change: { en: 'must have at least one field', ru: 'укажите хотя бы одно поле' },
  too_short: {
    en: 'must have at least {limit} characters',
    ru: ({ limit }: { limit: number }) => `минимум ${pluralRu(limit, 'символ', 'символа', 'символов')}`,
  },
  too_long: {
    en: 'must have at most {limit} characters',
    ru: ({ limit }: { limit: number }) => `максимум ${pluralRu(limit, 'символ', 'символа', 'символов')}`,
  },
  too_few: {
    en: 'must have at least {limit} entries',
    ru: ({ limit }: { limit: number }) => `минимум ${pluralRu(limit, 'значение', 'значения', 'значений')}`,
  },
  too_many: {
    en: 'must have at most {limit} entries',
    ru: ({ limit }: { limit: number }) => `максимум ${pluralRu(limit, 'значение', 'значения', 'значений')}`,
  },
  too_small: { en: 'must be at least {limit}', ru: 'минимум {limit}' },
  too_big: { en: 'must be at most {limit}', ru: 'максимум {limit}' },
})
