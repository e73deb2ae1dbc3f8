import { html } from '@atrium/core/html'
import { example, type Guide, table } from '../guide.ts'
import { eventExamples } from './examples.ts'

export const eventsEnglish: Guide = {
  title: 'Live notifications',
  lead: 'What concerns you is stored first and then sent to you over server-sent events, so nothing is lost in between.',
  body: at => {
    const examples = eventExamples(at)
    return html`
<h2>Opening the stream</h2>
<p>Ask for a stream token with your ordinary one. It lives 60 seconds and opens one stream, so that no access token
ever stands in an address.</p>
${example(examples.token)}
${example(examples.tokenAnswer)}
${example(examples.open)}
<p>A token that is used, expired or unknown is 401 and no stream. You may have ten streams; the eleventh closes the oldest.
A comment comes every 15 seconds, so that nothing on the way takes the silence for an end.</p>

<h2>What arrives</h2>
${example(examples.frame)}
<p>You are told when a task is assigned to you or taken from you; of comments where you are assignee, creator or have
commented, and of mentions; when a task of yours is done or its due date changes, is due within 24 hours or overdue; when
you are added to a project, removed, or given another role; of invitations and their acceptance. Never of what you
did yourself. Within 5 minutes a later notification of the same kind about the same task replaces the earlier one: it comes
with a new id, tells the newest state, and has the id of the earlier one in <code>context.replaces</code>. When several people
commented, <code>context.actors</code> has all of them.</p>

<h2>After a break</h2>
<p>Open again, with a new token and the last id that you saw, in the header <code>Last-Event-ID</code> or as
<code>lastEventId</code> in the query. Everything newer comes first: nothing is lost and nothing comes twice.</p>
${example(examples.resume)}

<h2>In a browser</h2>
${example(examples.browser)}

<h2>Live boards</h2>
<p>Only for those who ask for it with <code>topics</code>: every change of a board or project as it happens.</p>
${example(examples.topics)}
${example(examples.change)}
<p><code>{"event": "resync"}</code> means that too much happened while you were away (24 hours or 5,000 changes): load the
board anew. Your rights are checked when the stream opens and whenever they change.</p>

<h2>When the stream ends</h2>
<p>An <code>error</code> frame carries the common error and the stream ends. <code>retry</code> says whether coming back
makes sense.</p>
${example(examples.error)}
${table(
  ['reason', 'code', 'what happened'],
  [
    ['session_revoked', '401', 'you have signed out, or your session was ended'],
    ['forbidden_topic', '403', 'you may not see this board or project, or not any more'],
    ['slow_consumer', '409', 'you read more slowly than things happen; come back with the last id'],
    ['too_many_streams', '409', 'a newer stream of yours took the place of this one'],
    ['server_shutdown', '503', 'this instance stops; come back, another one answers'],
    ['internal', '500', 'our fault; come back with the last id'],
  ],
)}

<h2>Without a stream</h2>
<p><code>GET /notification</code> lists what you were told, <code>POST /notification/{id}/read</code> and
<code>POST /notification/read-all</code> mark it as read.</p>`
  },
}
