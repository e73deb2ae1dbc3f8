import type { Addresses } from '../guide.ts'

/** The same requests in every language; a test sends them to the service. */
export function signInExamples({ tasks, identity }: Addresses) {
  return {
    browser: `${tasks}/auth/login?return=projects`,
    login: `curl -s ${tasks}/user/login \\
  -H 'Content-Type: application/json' \\
  -d '{"login": "ann@example.org", "password": "correct horse battery"}'`,
    loginAnswer: '{"token": "eyJhbGciOiJSUzI1NiIs…", "expires_in": 3600, "refresh_token": "mF_9…"}',
    identity: `curl -s ${identity}/token \\
  -d grant_type=password \\
  -d username=ann@example.org -d password='correct horse battery' \\
  -d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET"`,
    use: `curl -s ${tasks}/users/me -H "Authorization: Bearer $TOKEN"`,
    refresh: `curl -s -i ${tasks}/users/me -H "Cookie: app_refresh_token=$REFRESH_TOKEN"`,
    signOut: `curl -s ${tasks}/auth/logout -H "Authorization: Bearer $TOKEN"`,
  }
}

export function taskExamples({ tasks }: Addresses) {
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
    change: `curl -s -X PUT ${tasks}/task/7 ${json} \\
  -d '{"title": "Draw two posters", "dueDate": null, "version": 3}'`,
    stale: `{"error": {"code": 409, "message": "The task was changed by someone else",
  "details": {"reason": "stale_version", "fields": ["title"],
    "current": {"id": 7, "title": "Draw the flyer", "version": 4, …}}}}`,
    move: `curl -s ${tasks}/task/7/move-to-column ${json} \\
  -d '{"columnId": 5, "afterTaskId": 12}'`,
    restore: `curl -s -X POST ${tasks}/task/7/restore \\
  ${token}`,
    comment: `curl -s ${tasks}/task/7/comment ${json} \\
  -d '{"text": "Ready for you, @[2]"}'`,
    once: `curl -s ${tasks}/task ${json} \\
  -H 'Idempotency-Key: 6f1c9a52-3c1e-4f0b-9a57-5f4d2e8c7b10' \\
  -d '{"title": "Order the paper"}'`,
  }
}

export function eventExamples({ tasks }: Addresses) {
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

export const errorExamples = {
  plain: `{"error": {"code": 404, "message": "Task not found",
  "details": {"reason": "task_not_found"}}}`,
  fields: `{"error": {"code": 422, "message": "Validation failed",
  "details": {"errors": {
    "title": ["is required"], "size": ["is not a known field"]}}}}`,
}
