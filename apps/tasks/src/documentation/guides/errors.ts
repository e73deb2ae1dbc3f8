import { html } from '@atrium/core/html'
import { example, type Guide, table } from './guide.ts'

export const errorsGuide: Guide = {
  en: {
    title: 'Errors',
    lead: 'Every error has the same format, with a message you can show to users.',
    body: () => html`
${example(errorExamples.plain)}
<p>If fields are invalid, <code>details.errors</code> lists the messages for each of them, so you can show them next to
the fields. Unknown fields are errors too, so typos don't go unnoticed.</p>
${example(errorExamples.fields)}
<p>Messages are in English, or in Russian with <code>Accept-Language: ru</code>. Codes and the keys in
<code>details</code> are the same in both languages: branch on them, never on the text.</p>

<h2>Status codes</h2>
${table(
  ['code', 'meaning', 'what to do'],
  [
    ['200', 'success, including create and delete', '—'],
    ['302', 'a step of the sign-in', 'follow the redirect'],
    ['400', 'malformed request, such as invalid JSON or an invalid URL', 'fix the client'],
    ['401', 'the token is missing, invalid, revoked, or expired and not renewable', 'sign in at /auth/login'],
    ['403', 'your role or project role does not allow this', 'tell the user; see details for the permission'],
    ['404', 'unknown route, or no record with this ID', '—'],
    ['405', 'the route exists, but not for this method', 'see the Allow header'],
    ['409', 'the request conflicts with the current state', 'see details.reason below'],
    [
      '410',
      'the record was deleted, or the invitation was used, revoked or has expired',
      'restore it, or ask for a new invitation',
    ],
    ['413', 'the body or the file is too large', 'send less data'],
    ['415', 'unsupported content type', 'send JSON, a form or multipart'],
    ['422', 'some fields are invalid', 'show details.errors'],
    ['429', 'too many requests', 'wait for Retry-After seconds'],
    ['500', 'unexpected error on our side', 'try again; report the X-Request-Id'],
    ['503', 'the database or the identity service is unavailable', 'wait for Retry-After seconds'],
  ],
)}

<h2>Conflict reasons</h2>
${table(
  ['details.reason', 'meaning'],
  [
    [
      'stale_version',
      'someone else changed the same fields: details.fields lists them, details.current has the current task',
    ],
    ['wip_limit_reached', 'the column has reached its WIP limit; send force: true to exceed it'],
    [
      'in_progress',
      'the first request with this Idempotency-Key is still being processed; wait for Retry-After seconds',
    ],
  ],
)}
<p>Every other error has a reason too, such as <code>task_not_found</code> or <code>project_archived</code>, and
<code>details.kind</code> groups them: <code>entity-not-found</code>, <code>entity-already-exists</code>, <code>entity-gone</code>,
<code>validation</code>, <code>forbidden</code>, <code>conflict</code>. The
<a href="/docs/apidoc">API documentation</a> lists them for each route.</p>

<h2>Tracing a request</h2>
<p>Every response has an <code>X-Request-Id</code> header, and the same ID appears in the service log. Send your own ID
(8 to 64 letters, digits, <code>. _ -</code>) to trace a request through several services.</p>`,
  },
  ru: {
    title: 'Ошибки',
    lead: 'У всех ошибок один формат, а сообщение можно показать пользователю.',
    body: () => html`
${example(errorExamples.plain)}
<p>Если поля заполнены неверно, в <code>details.errors</code> перечислены сообщения для каждого из них: покажите их рядом с
полями. Неизвестное поле — тоже ошибка, чтобы опечатка не осталась незамеченной.</p>
${example(errorExamples.fields)}
<p>Сообщения приходят на английском, а с <code>Accept-Language: ru</code> — на русском. Коды и ключи в
<code>details</code> одинаковы в обоих языках: опирайтесь на них, а не на текст.</p>

<h2>Коды ответа</h2>
${table(
  ['код', 'что значит', 'что делать'],
  [
    ['200', 'успех, в том числе при создании и удалении', '—'],
    ['302', 'шаг входа', 'выполнить перенаправление'],
    ['400', 'некорректный запрос: ошибка в JSON или адресе', 'исправить клиент'],
    ['401', 'токена нет, он недействителен, отозван либо истёк и не обновляется', 'войти через /auth/login'],
    ['403', 'не позволяет ваша роль или роль в проекте', 'сообщить пользователю; право указано в details'],
    ['404', 'нет такого маршрута или записи с таким ID', '—'],
    ['405', 'адрес верный, метод — нет', 'смотреть заголовок Allow'],
    ['409', 'конфликт с текущим состоянием', 'смотреть details.reason ниже'],
    [
      '410',
      'запись была и удалена; приглашение использовано, отозвано или истекло',
      'восстановить или попросить новое',
    ],
    ['413', 'тело запроса или файл слишком большие', 'уменьшить объём'],
    ['415', 'неподдерживаемый тип содержимого', 'прислать JSON, форму или multipart'],
    ['422', 'некоторые поля заполнены неверно', 'показать details.errors'],
    ['429', 'слишком много запросов', 'подождать Retry-After секунд'],
    ['500', 'ошибка на нашей стороне', 'повторить; сообщить нам X-Request-Id'],
    ['503', 'не отвечает база данных или служба идентификации', 'подождать Retry-After секунд'],
  ],
)}

<h2>Причины конфликта</h2>
${table(
  ['details.reason', 'что значит'],
  [
    [
      'stale_version',
      'кто-то изменил те же поля: они перечислены в details.fields, текущая задача — в details.current',
    ],
    ['wip_limit_reached', 'достигнут лимит задач в колонке; отправьте force: true, чтобы превысить его'],
    ['in_progress', 'первый запрос с этим Idempotency-Key ещё выполняется; подождите Retry-After секунд'],
  ],
)}
<p>У других ошибок тоже есть причина, например <code>task_not_found</code> или <code>project_archived</code>, а
<code>details.kind</code> объединяет их в группы: <code>entity-not-found</code>, <code>entity-already-exists</code>,
<code>entity-gone</code>, <code>validation</code>, <code>forbidden</code>, <code>conflict</code>. Для каждого
маршрута они перечислены в <a href="/docs/apidoc">документации API</a>.</p>

<h2>Как найти запрос</h2>
<p>В каждом ответе есть заголовок <code>X-Request-Id</code>; тот же ID записан в журнале службы. Отправьте свой ID (от 8 до
64 букв, цифр, <code>. _ -</code>), чтобы проследить запрос через несколько служб.</p>`,
  },
}

/** The same requests in both languages; a test sends them to the service. */
const errorExamples = {
  plain: `{"error": {"code": 404, "message": "Task not found",
  "details": {"reason": "task_not_found", "kind": "entity-not-found"}}}`,
  fields: `{"error": {"code": 422, "message": "Validation failed",
  "details": {"reason": "validation_failed", "kind": "validation", "errors": {
    "title": ["is required"], "size": ["is not a known field"]}}}}`,
}
