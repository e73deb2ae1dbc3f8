import { html } from '@atrium/core/html'
import { type Addresses, example, type Guide, table } from './guide.ts'

export const eventsGuide: Guide = {
  en: {
    title: 'Live notifications',
    lead: 'Notifications are stored first and then sent as server-sent events, so none are lost.',
    body: at => {
      const examples = eventExamples(at)
      return html`
<h2>Open a stream</h2>
<p>Request a stream token with your access token. It is valid for 60 seconds and opens one stream, so access tokens never
appear in URLs.</p>
${example(examples.token)}
${example(examples.tokenAnswer)}
${example(examples.open)}
<p>A used, expired or unknown token returns 401. You can have ten streams; opening another one closes the oldest. A
comment is sent every 15 seconds to keep the connection open.</p>

<h2>What you receive</h2>
${example(examples.frame)}
<p>You are notified when a task is assigned to you or unassigned from you; about mentions, and about comments on tasks
that you created, commented on, watch or are assigned to; when your task or one that you watch is completed or its due
date changes; when a task that you worked on moves to another project; when your task is due within 24 hours or overdue; when you are added to or removed from a project, or your role changes; and about invitations and
their acceptance. You are never notified about your own actions. Within 5 minutes, a newer notification of the same type
about the same task replaces the earlier one: it has a new ID and the latest state, and
<code>context.replaces</code> has the ID of the earlier one. If several people commented, <code>context.actors</code>
lists all of them.</p>

<h2>Reconnect</h2>
<p>Open a new stream with a new token and the last ID you received, in the <code>Last-Event-ID</code> header or the
<code>lastEventId</code> query parameter. Newer events are sent first, without gaps or duplicates.</p>
${example(examples.resume)}

<h2>In a browser</h2>
${example(examples.browser)}

<h2>Live boards</h2>
<p>Use <code>topics</code> to receive every change of a board or project as it happens.</p>
${example(examples.topics)}
${example(examples.change)}
<p><code>{"event": "resync"}</code> means that too much has changed since you were last connected (24 hours or 5,000
changes): reload the board. Your permissions are checked when the stream opens and whenever they change.</p>
<p>With any topic, also with <code>topics=navigation</code> alone, an event named <code>navigation</code> means that your projects, boards or stars have changed: request
<code>GET /navigation</code> again.</p>

<h2>When the stream ends</h2>
<p>An <code>error</code> frame has the usual error format and ends the stream. <code>retry</code> tells you whether to
reconnect.</p>
${example(examples.error)}
${table(
  ['reason', 'code', 'what happened'],
  [
    ['session_revoked', '401', 'you signed out, or your session was ended'],
    ['forbidden_topic', '403', 'you don’t have access to this board or project, or lost it'],
    ['session_unverified', '503', 'the identity service did not answer for five minutes; reconnect later'],
    ['slow_consumer', '409', 'you read more slowly than events arrive; reconnect with the last ID'],
    ['too_many_streams', '409', 'a newer stream of yours replaced this one'],
    ['server_shutdown', '503', 'this instance is stopping; reconnect to reach another one'],
    ['internal', '500', 'an error on our side; reconnect with the last ID'],
  ],
)}

<h2>Without a stream</h2>
<p><code>GET /notification</code> lists your notifications; <code>POST /notification/{id}/read</code> and
<code>POST /notification/read-all</code> mark them as read.</p>`
    },
  },
  ru: {
    title: 'Уведомления в реальном времени',
    lead: 'Уведомления сначала сохраняются, а затем приходят через server-sent events, поэтому ни одно не потеряется.',
    body: at => {
      const examples = eventExamples(at)
      return html`
<h2>Как открыть поток</h2>
<p>Запросите токен потока с помощью токена доступа. Он действует 60 секунд и открывает один поток, поэтому токен доступа
никогда не попадает в адрес.</p>
${example(examples.token)}
${example(examples.tokenAnswer)}
${example(examples.open)}
<p>Если токен использован, истёк или неизвестен, ответ — 401. Одновременно можно открыть десять потоков: следующий закроет
самый старый. Каждые 15 секунд приходит комментарий, чтобы соединение не закрылось.</p>

<h2>Что приходит</h2>
${example(examples.frame)}
<p>Уведомления приходят, когда вам назначили задачу или сняли её с вас; вас упомянули или прокомментировали задачу, где вы
исполнитель, автор, наблюдатель или участник обсуждения; ваша или отслеживаемая задача выполнена, её срок изменён; задачу, над которой вы
работали, перенесли в другой проект; срок вашей задачи наступит в течение 24 часов или прошёл;
вас добавили в проект, удалили из него или изменили вашу роль; пришло или принято приглашение. О собственных действиях
уведомления не приходят. В течение 5 минут новое уведомление того же типа о той же задаче заменяет прежнее: у него новый ID и
последнее состояние, а ID прежнего — в <code>context.replaces</code>. Если комментировали несколько человек, все они — в
<code>context.actors</code>.</p>

<h2>После разрыва</h2>
<p>Откройте поток снова, с новым токеном и последним полученным ID: в заголовке <code>Last-Event-ID</code> или
параметре <code>lastEventId</code>. Сначала придут более новые события, без пропусков и повторов.</p>
${example(examples.resume)}

<h2>В браузере</h2>
${example(examples.browser)}

<h2>Доски в реальном времени</h2>
<p>Укажите <code>topics</code>, чтобы сразу получать каждое изменение доски или проекта.</p>
${example(examples.topics)}
${example(examples.change)}
<p><code>{"event": "resync"}</code> означает, что с прошлого подключения изменилось слишком много (24 часа или 5000
изменений): загрузите доску заново. Права проверяются при открытии и при каждом их изменении.</p>
<p>С любой темой, в том числе только с <code>topics=navigation</code>, событие с именем <code>navigation</code> означает, что изменились ваши проекты, доски или отмеченные доски: запросите
<code>GET /navigation</code> снова.</p>

<h2>Когда поток заканчивается</h2>
<p>Кадр <code>error</code> содержит обычную ошибку и завершает поток. <code>retry</code> показывает, стоит ли
подключаться снова.</p>
${example(examples.error)}
${table(
  ['reason', 'код', 'что случилось'],
  [
    ['session_revoked', '401', 'вы вышли или сеанс завершён'],
    ['forbidden_topic', '403', 'у вас нет доступа к этой доске или проекту либо он отозван'],
    ['session_unverified', '503', 'сервис идентификации не отвечал пять минут; подключитесь позже'],
    ['slow_consumer', '409', 'вы читаете медленнее, чем приходят события; подключитесь снова с последним ID'],
    ['too_many_streams', '409', 'этот поток заменён вашим более новым'],
    ['server_shutdown', '503', 'экземпляр останавливается; подключитесь снова, ответит другой'],
    ['internal', '500', 'ошибка на нашей стороне; подключитесь снова с последним ID'],
  ],
)}

<h2>Без потока</h2>
<p><code>GET /notification</code> возвращает список уведомлений, <code>POST /notification/{id}/read</code> и
<code>POST /notification/read-all</code> отмечают их прочитанными.</p>`
    },
  },
}

/** The same requests in both languages; a test sends them to the service. */
function eventExamples({ tasks }: Addresses) {
  return {
    token: `curl -s ${tasks}/events/token -H "Authorization: Bearer $TOKEN"`,
    tokenAnswer: '{"token": "pX0dHk…", "expires_in": 60}',
    open: `curl -s -N "${tasks}/events?token=$STREAM_TOKEN"`,
    frame: `retry: 3000

id: 4711
event: message
data: {"event": "notification", "data": {"subject": "…", "body": "…",
data:  "context": {"type": "…", "projectId": 3, "boardId": 4, "taskId": 7,
data:  "actorId": 2}}}`,
    resume: `curl -s -N "${tasks}/events?token=$STREAM_TOKEN" \\
  -H 'Last-Event-ID: 4711'`,
    browser: `const headers = { Authorization: \`Bearer \${accessToken}\` }
const answer = await fetch('${tasks}/events/token', { headers })
const { token } = await answer.json()
const stream = new EventSource('${tasks}/events?token=' + token)
stream.addEventListener('message', ({ data }) => {
  const { event, data: notification } = JSON.parse(data)
  if (event === 'notification') show(notification.subject, notification.body)
})
stream.addEventListener('error', () => {
  stream.close() // ask for a new token, open again with &lastEventId=…
})`,
    topics: `curl -s -N "${tasks}/events?token=$STREAM_TOKEN&topics=board:7,project:3"`,
    change: `{"event": "change", "data": {"type": "task.moved", "projectId": 3,
  "boardId": 7, "taskId": 12, "version": 5, "actorId": 2, "patch": {"columnId": 5}}}`,
    error: `event: error
data: {"error": {"code": 401, "message": "…",
data:  "details": {"reason": "session_revoked", "retry": false}}}`,
  }
}
