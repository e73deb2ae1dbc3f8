import { html } from '@atrium/core/html'
import { type Addresses, example, type Guide, table } from './guide.ts'

export const tasksGuide: Guide = {
  en: {
    title: 'Projects, boards and tasks',
    lead: 'A project has members and boards, a board has columns, and a column has ordered tasks.',
    body: at => {
      const examples = taskExamples(at)
      return html`
<h2>Create a task</h2>
<p>Only the title is required. The task is added to the first column of your personal board.</p>
${example(examples.capture)}
<p>With <code>projectId</code>, it's added to the project's first board; with <code>boardId</code>, to the board's first
column; with <code>columnId</code>, to that column. The assignee must be a member who can edit tasks, not a viewer, and
<code>startDate</code> can't be after <code>dueDate</code>. A single record is returned as
<code>{"item": …}</code>.</p>
${example(examples.create)}

<h2>Lists and filters</h2>
<p>Lists are returned as <code>{"items": […], "_meta": {"total", "page", "limit", "pages"}}</code> with 20 items per
page; <code>limit</code> is clamped to 1…1000. Comma-separated IDs match any of them; <code>assigneeId</code> also
accepts <code>me</code> and <code>none</code>. A minus reverses the order: <code>orderBy=-createdAt</code>.</p>
${example(examples.list)}
${example(examples.search)}
<p>Filters: <code>projectId boardId columnId assigneeId creatorId priorityId stickerId ids search dueFrom dueTo overdue
createdFrom createdTo completed deleted</code>. Orders: <code>position createdAt updatedAt dueDate priority number
title startDate completedAt estimate tracked assignee creator project board column</code>. Only tasks in your projects are
returned.</p>
<p><code>filter</code> joins conditions with <code>and</code>, <code>or</code>, <code>not</code> and parentheses. A condition
is a field, an operator and values; several values separated by commas match any of them:</p>
${example(examples.filter)}
${table(
  ['fields', 'operators', 'values'],
  [
    ['project board column priority sticker', '= !=', 'IDs or names; names with spaces in quotes'],
    ['assignee creator', '= !=', 'user IDs, me'],
    ['due start created updated completed', '= != < <= > >=', '2026-01-31, today, today+7, today-7'],
    ['estimate tracked', '= != < <= > >=', '1h30m, 45m, or seconds'],
    ['number', '= != < <= > >=', 'numbers'],
    ['title', '~ !~ = !=', 'a text that the title contains or is'],
    ['text', '~ !~', 'words of the title or the description'],
    ['overdue recurring', '=', 'true, false'],
  ],
)}
<p><code>none</code> stands for a missing value: <code>assignee = none</code>, <code>due != none</code>. Days are in UTC
unless you send your own date as <code>today</code>. A filter that can't be read returns 422 with the position of the
mistake. <code>GET /task/summary</code> takes the same filters, counts the tasks and sums up their estimates and tracked
time, with <code>groupBy</code> also by group; <code>POST /view</code> saves a filter under a name.</p>

<h2>Update a task</h2>
<p>Updates are merged: omitted fields stay as they are, and <code>null</code> clears a field. Send the
<code>version</code> you started from to avoid overwriting other changes: if someone else has changed one of
<em>your</em> fields since, the response is 409 with the current task. Changes to different fields are merged without a
conflict.</p>
${example(examples.change)}
${example(examples.stale)}

<h2>Move a task</h2>
<p>Specify a neighbor instead of a position: <code>afterTaskId</code> or <code>beforeTaskId</code>. Without them the task
goes to the end. If one neighbor no longer exists, the other one is used, then the end. A column that has reached its WIP
limit returns 409 unless you send <code>"force": true</code>.</p>
${example(examples.move)}
<p><code>POST /task/{id}/move-to-project</code> moves a task to another project in which you can edit tasks, too. If your
role there is higher than here, only the role manager here lets you. It keeps
its ID, comments, files and time, and gets a new number; <code>leftBehind</code> in the response lists what could not move
along. <code>POST /task/{id}/duplicate</code> creates a copy right below the task.</p>

<h2>Change many tasks</h2>
<p>One request changes up to 1,000 tasks, of several projects too: fields, stickers, column, trash. Each task is checked on its
own: <code>changedIds</code> lists those that changed, and <code>refusals</code> says why others did not.
<code>POST /task/bulk/{id}/undo</code> with the <code>id</code> of the response reverts it within 24 hours, except for fields
that have been changed again since.</p>
${example(examples.bulk)}

<h2>Delete a task</h2>
<p><code>DELETE /task/{id}</code> moves a task to the trash: reading it returns 410, and it can be restored. A deleted
task can still be moved and assigned, and keeps those changes when it is restored. <code>GET /task?deleted=true</code>
lists the tasks you deleted, or all deleted tasks for managers. <code>DELETE /task/{id}/hard</code> deletes a task
permanently; only the project owner can do this.</p>
${example(examples.restore)}

<h2>Comments</h2>
<p>Comments are Markdown. <code>@[2]</code> mentions and notifies the member with ID 2. <code>PUT</code> and <code>DELETE
/comment/{id}/reaction/{emoji}</code> add and remove your reaction. <code>PUT</code> and <code>DELETE /task/{id}/watch</code>
decide whether you are notified about a task.</p>
${example(examples.comment)}

<h2>Retry safely</h2>
<p>Send an <code>Idempotency-Key</code> with a POST (1 to 255 visible characters, ideally a random UUID). For 24 hours,
the same request with the same key returns the first response with <code>Idempotency-Replayed: true</code>; a different
body with that key returns 422. While the first request is still being processed, the response is 409 with
<code>Retry-After</code>. After a 5xx response the key can be used again.</p>
${example(examples.once)}

<h2>Project roles</h2>
${table(
  ['role', 'can'],
  [
    ['viewer', 'view everything in the project'],
    ['member', 'also create and edit tasks, comment, add stickers and files, and track their own time'],
    [
      'manager',
      'also manage boards, columns, stickers, invitations and members up to manager; delete any comment, restore any task and edit everyone’s time',
    ],
    [
      'owner',
      'everything, including settings, permanent deletion and transferring ownership; one per project',
    ],
  ],
)}
<p>Users who aren't members get 403. A personal project has no other members.</p>

<h2>API prefix</h2>
<p>Every path is also available under <code>/api/v1</code>: <code>/api/v1/task/7</code> is the same as
<code>/task/7</code>.</p>`
    },
  },
  ru: {
    title: 'Проекты, доски и задачи',
    lead: 'В проекте есть участники и доски, на доске — колонки, в колонке — задачи в заданном порядке.',
    body: at => {
      const examples = taskExamples(at)
      return html`
<h2>Новая задача</h2>
<p>Обязательно только название. Задача попадёт в первую колонку личной доски.</p>
${example(examples.capture)}
<p>С <code>projectId</code> задача попадёт на первую доску проекта, с <code>boardId</code> — в первую колонку указанной
доски, с <code>columnId</code> — в указанную колонку. Исполнителем может быть участник с правом менять задачи, но не
наблюдатель; <code>startDate</code> не может быть позже <code>dueDate</code>. Одна запись возвращается как <code>{"item": …}</code>.</p>
${example(examples.create)}

<h2>Списки и фильтры</h2>
<p>Список возвращается как <code>{"items": […], "_meta": {"total", "page", "limit", "pages"}}</code>, по 20 записей;
<code>limit</code> приводится к 1…1000. Несколько ID через запятую означают «любой из них»; <code>assigneeId</code>
принимает также <code>me</code> и <code>none</code>. Минус меняет порядок на обратный: <code>orderBy=-createdAt</code>.</p>
${example(examples.list)}
${example(examples.search)}
<p>Фильтры: <code>projectId boardId columnId assigneeId creatorId priorityId stickerId ids search dueFrom dueTo overdue
createdFrom createdTo completed deleted</code>. Сортировка: <code>position createdAt updatedAt dueDate priority number
title startDate completedAt estimate tracked assignee creator project board column</code>. Возвращаются только задачи ваших
проектов.</p>
<p>В <code>filter</code> условия соединяются словами <code>and</code>, <code>or</code>, <code>not</code> и скобками. Условие —
это поле, оператор и значения; несколько значений через запятую означают «любое из них»:</p>
${example(examples.filter)}
${table(
  ['поля', 'операторы', 'значения'],
  [
    ['project board column priority sticker', '= !=', 'ID или названия; с пробелами — в кавычках'],
    ['assignee creator', '= !=', 'ID пользователей, me'],
    ['due start created updated completed', '= != < <= > >=', '2026-01-31, today, today+7, today-7'],
    ['estimate tracked', '= != < <= > >=', '1h30m, 45m или секунды'],
    ['number', '= != < <= > >=', 'числа'],
    ['title', '~ !~ = !=', 'текст, который есть в названии или совпадает с ним'],
    ['text', '~ !~', 'слова из названия или описания'],
    ['overdue recurring', '=', 'true, false'],
  ],
)}
<p><code>none</code> означает, что значения нет: <code>assignee = none</code>, <code>due != none</code>. Дни считаются по UTC,
если не передать свою дату в параметре <code>today</code>. На фильтр с ошибкой сервис отвечает 422 и указывает её место.
<code>GET /task/summary</code> принимает те же фильтры, считает задачи и складывает их оценки и затраченное время, с
<code>groupBy</code> — и по группам; <code>POST /view</code> сохраняет фильтр под названием.</p>

<h2>Изменение задачи</h2>
<p>Изменения объединяются: пропущенные поля не меняются, <code>null</code> очищает поле. Отправьте
<code>version</code>, с которой начали, чтобы не перезаписать чужие изменения: если кто-то уже изменил одно из <em>ваших</em>
полей, ответ — 409 с текущей задачей. Изменения разных полей объединяются без конфликта.</p>
${example(examples.change)}
${example(examples.stale)}

<h2>Перемещение задачи</h2>
<p>Укажите соседнюю задачу вместо позиции: <code>afterTaskId</code> или <code>beforeTaskId</code>. Без них задача встанет в
конец. Если одного соседа больше нет, используется второй, затем конец. Если лимит задач в колонке достигнут, ответ — 409;
отправьте <code>"force": true</code>, чтобы превысить его.</p>
${example(examples.move)}
<p><code>POST /task/{id}/move-to-project</code> переносит задачу в другой проект, где вы тоже можете менять задачи. Если там
ваша роль выше, чем здесь, для этого нужна роль менеджера здесь. ID,
комментарии, файлы и время сохраняются, номер меняется; <code>leftBehind</code> в ответе перечисляет, что не удалось
перенести. <code>POST /task/{id}/duplicate</code> создаёт копию сразу под задачей.</p>

<h2>Изменение нескольких задач</h2>
<p>Один запрос меняет до 1000 задач, в том числе разных проектов: поля, стикеры, колонку, удаление. Каждая задача проверяется
отдельно: в <code>changedIds</code> — изменённые, а <code>refusals</code> объясняет, почему не изменились остальные.
<code>POST /task/bulk/{id}/undo</code> с <code>id</code> из ответа отменяет изменение в течение 24 часов, кроме полей, которые
с тех пор изменили снова.</p>
${example(examples.bulk)}

<h2>Удаление задачи</h2>
<p><code>DELETE /task/{id}</code> перемещает задачу в корзину: при чтении ответ — 410, но её можно восстановить.
Удалённую задачу можно переместить и назначить: изменения сохранятся при восстановлении. <code>GET /task?deleted=true</code>
возвращает удалённые вами задачи, а менеджерам — все удалённые. <code>DELETE /task/{id}/hard</code> удаляет задачу навсегда;
это может только владелец проекта.</p>
${example(examples.restore)}

<h2>Комментарии</h2>
<p>Комментарии поддерживают Markdown. <code>@[2]</code> упоминает участника с ID 2, и он получит уведомление. <code>PUT</code> и <code>DELETE
/comment/{id}/reaction/{emoji}</code> добавляют и убирают вашу реакцию. <code>PUT</code> и <code>DELETE /task/{id}/watch</code>
определяют, получаете ли вы уведомления о задаче.</p>
${example(examples.comment)}

<h2>Безопасный повтор</h2>
<p>Добавьте к POST заголовок <code>Idempotency-Key</code> (от 1 до 255 видимых символов, лучше случайный UUID).
В течение 24 часов тот же запрос с тем же ключом получает первый ответ и заголовок <code>Idempotency-Replayed: true</code>; другое
тело с этим ключом — 422. Пока первый запрос ещё выполняется, ответ — 409 с <code>Retry-After</code>. После ошибки 5xx
ключ можно использовать снова.</p>
${example(examples.once)}

<h2>Роли в проекте</h2>
${table(
  ['роль', 'может'],
  [
    ['viewer', 'просматривать всё в проекте'],
    [
      'member',
      'также создавать и менять задачи, комментировать, добавлять стикеры и файлы, учитывать своё время',
    ],
    [
      'manager',
      'также управлять досками, колонками, стикерами, приглашениями и участниками вплоть до менеджеров; удалять любые комментарии, восстанавливать любые задачи, исправлять время всех',
    ],
    ['owner', 'всё, включая настройки, удаление навсегда и передачу проекта; владелец один'],
  ],
)}
<p>Остальные пользователи получают 403. В личном проекте нет других участников.</p>

<h2>Префикс API</h2>
<p>Каждый путь доступен и под <code>/api/v1</code>: <code>/api/v1/task/7</code> — то же, что <code>/task/7</code>.</p>`
    },
  },
}

/** The same requests in both languages; a test sends them to the service. */
function taskExamples({ tasks }: Addresses) {
  const token = '-H "Authorization: Bearer $TOKEN"'
  const json = `\\\n  ${token} \\\n  -H 'Content-Type: application/json'`
  return {
    capture: `curl -s ${tasks}/task ${json} \\
  -d '{"title": "Call the printer"}'`,
    create: `curl -s ${tasks}/task ${json} \\
  -d '{"title": "Draw the poster", "columnId": 4, "dueDate": "2027-03-31"}'`,
    list: `curl -s "${tasks}/task?assigneeId=me&completed=false&orderBy=dueDate" \\
  ${token}`,
    search: `curl -s "${tasks}/task?projectId=3,5&search=poster&overdue=true" \\
  ${token}`,
    // (assignee = me or priority = high,urgent) and due < today+7
    filter: `curl -s "${tasks}/task?filter=(assignee=me+or+priority=high,urgent)+and+due%3Ctoday%2B7" \\
  ${token}`,
    change: `curl -s -X PUT ${tasks}/task/7 ${json} \\
  -d '{"title": "Draw two posters", "dueDate": null, "version": 3}'`,
    stale: `{"error": {"code": 409, "message": "Someone else has changed the task since you last read it",
  "details": {"reason": "stale_version", "fields": ["title"],
    "current": {"id": 7, "title": "Draw the flyer", "version": 4, …}}}}`,
    move: `curl -s ${tasks}/task/7/move-to-column ${json} \\
  -d '{"columnId": 5, "afterTaskId": 12}'`,
    bulk: `curl -s ${tasks}/task/bulk ${json} \\
  -d '{"ids": [7, 8, 12], "change": {"assigneeId": null, "shiftDays": 7}}'`,
    restore: `curl -s -X POST ${tasks}/task/7/restore \\
  ${token}`,
    comment: `curl -s ${tasks}/task/7/comment ${json} \\
  -d '{"text": "Ready for you, @[2]"}'`,
    once: `curl -s ${tasks}/task ${json} \\
  -H 'Idempotency-Key: 6f1c9a52-3c1e-4f0b-9a57-5f4d2e8c7b10' \\
  -d '{"title": "Order the paper"}'`,
  }
}
