import { html } from '@atrium/core/html'
import { example, type Guide, table } from '../guide.ts'
import { taskExamples } from './examples.ts'

export const tasksRussian: Guide = {
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
title</code>. Возвращаются только задачи ваших проектов.</p>

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

<h2>Удаление задачи</h2>
<p><code>DELETE /task/{id}</code> перемещает задачу в корзину: при чтении ответ — 410, но её можно восстановить.
Удалённую задачу можно переместить и назначить: изменения сохранятся при восстановлении. <code>GET /task?deleted=true</code>
возвращает удалённые вами задачи, а менеджерам — все удалённые. <code>DELETE /task/{id}/hard</code> удаляет задачу навсегда;
это может только владелец проекта.</p>
${example(examples.restore)}

<h2>Комментарии</h2>
<p>Комментарии поддерживают Markdown. <code>@[2]</code> упоминает участника с ID 2, и он получит уведомление.</p>
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
}
