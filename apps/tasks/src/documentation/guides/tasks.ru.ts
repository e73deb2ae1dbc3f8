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
<p>Достаточно названия: задача попадёт в первую колонку личной доски, а разобрать её можно потом.</p>
${example(examples.capture)}
<p>С <code>projectId</code> задача попадёт на первую доску проекта, с <code>boardId</code> — в первую колонку указанной
доски, с <code>columnId</code> — в указанную колонку. Исполнителем может быть участник, который редактирует задачи, но не
наблюдатель; <code>startDate</code> не бывает позже <code>dueDate</code>. Одна запись приходит как <code>{"item": …}</code>.</p>
${example(examples.create)}

<h2>Списки и фильтры</h2>
<p>Список приходит как <code>{"items": […], "_meta": {"total", "page", "limit", "pages"}}</code>, по 20 записей;
<code>limit</code> приводится к 1…1000. Несколько номеров через запятую значат «любой из них»; <code>assigneeId</code>
понимает ещё <code>me</code> и <code>none</code>. Минус меняет порядок на обратный: <code>orderBy=-createdAt</code>.</p>
${example(examples.list)}
${example(examples.search)}
<p>Фильтры: <code>projectId boardId columnId assigneeId creatorId priorityId stickerId ids search dueFrom dueTo overdue
createdFrom createdTo completed deleted</code>. Порядок: <code>position createdAt updatedAt dueDate priority number
title</code>. Находятся только задачи ваших проектов.</p>

<h2>Изменение</h2>
<p>Изменения вливаются: пропущенное поле остаётся как было, <code>null</code> очищает его. Пришлите
<code>version</code>, с которой начали, и чужая работа не пропадёт: если кто-то уже изменил одно из <em>ваших</em>
полей, ответ — 409 с тем, что там сейчас. Разные поля сливаются без конфликта.</p>
${example(examples.change)}
${example(examples.stale)}

<h2>Перемещение по соседям</h2>
<p>Назовите соседнюю задачу, а не номер места: <code>afterTaskId</code> или <code>beforeTaskId</code>. Без них задача
встанет в конец; если сосед исчез, берётся второй, а затем конец. Колонка, в которой достигнут предел WIP, отвечает 409,
если не прислать <code>"force": true</code>.</p>
${example(examples.move)}

<h2>Удаление</h2>
<p><code>DELETE /task/{id}</code> кладёт задачу в корзину: при чтении будет 410, но её можно восстановить.
Удалённую задачу можно перенести и назначить: с этим она и вернётся. <code>GET /task?deleted=true</code> показывает то,
что вы удалили сами, а менеджерам — всё удалённое.
<code>DELETE /task/{id}/hard</code> удаляет насовсем — это может владелец проекта.</p>
${example(examples.restore)}

<h2>Комментарии</h2>
<p>Текст — Markdown. <code>@[2]</code> упоминает участника с номером 2, и он получит уведомление.</p>
${example(examples.comment)}

<h2>Повтор без двойников</h2>
<p>Добавьте к POST свой <code>Idempotency-Key</code> (от 1 до 255 видимых символов, лучше случайный UUID). В течение
24 часов тот же запрос с тем же ключом получает первый ответ и заголовок <code>Idempotency-Replayed: true</code>; другое
тело с этим ключом — 422. Пока первый запрос ещё выполняется, ответ — 409 с <code>Retry-After</code>. После ошибки 5xx
ключ снова свободен.</p>
${example(examples.once)}

<h2>Роли в проекте</h2>
${table(
  ['роль', 'может'],
  [
    ['viewer', 'читать всё в проекте'],
    [
      'member',
      'также создавать и менять задачи, комментировать, прикреплять стикеры и файлы, вести своё время',
    ],
    [
      'manager',
      'также менять доски, колонки и стикеры, участников до менеджера, приглашения; удалять любой комментарий, восстанавливать любую задачу, править время всех',
    ],
    ['owner', 'всё: настройки, удаление насовсем, передачу проекта. Владелец один.'],
  ],
)}
<p>Кто не участник, получает 403. В личном проекте никого другого нет.</p>

<h2>Будущий префикс</h2>
<p>Каждый адрес отвечает и под <code>/api/v1</code>: <code>/api/v1/task/7</code> — это <code>/task/7</code>.</p>`
  },
}
