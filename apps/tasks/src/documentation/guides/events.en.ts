import { html } from '@atrium/core/html'
import { example, type Guide, table } from '../guide.ts'
import { eventExamples } from './examples.ts'

export const eventsEnglish: Guide = {
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
that you created, commented on or are assigned to; when your task is completed, its due date changes, it is due within
24 hours or overdue; when you are added to or removed from a project, or your role changes; and about invitations and
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

<h2>When the stream ends</h2>
<p>An <code>error</code> frame has the usual error format and ends the stream. <code>retry</code> tells you whether to
reconnect.</p>
${example(examples.error)}
${table(
  ['reason', 'code', 'what happened'],
  [
    ['session_revoked', '401', 'you signed out, or your session was ended'],
    ['forbidden_topic', '403', 'you don’t have access to this board or project, or lost it'],
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
}
