import { html } from '@atrium/core/html'
import { example, type Guide, table } from '../guide.ts'
import { errorExamples } from './examples.ts'

export const errorsEnglish: Guide = {
  title: 'Errors',
  lead: 'Every error has the same form, and its message is a sentence that may be shown to a person.',
  body: () => html`
${example(errorExamples.plain)}
<p>When fields are not right, <code>details.errors</code> names each of them with its messages: show them beside the
fields. A field that is not known is an error too, so that a typo does not pass in silence.</p>
${example(errorExamples.fields)}
<p>Messages are English; with <code>Accept-Language: ru</code> they are Russian. Codes and the keys in
<code>details</code> are the same in both: decide by them, never by the words.</p>

<h2>Codes</h2>
${table(
  ['code', 'meaning', 'what to do'],
  [
    ['200', 'done; also for creating and deleting', '—'],
    ['302', 'a step of the sign-in', 'follow it'],
    ['400', 'the request is malformed: broken JSON, a broken address', 'mend the client'],
    ['401', 'the token is absent, expired and not renewable, revoked or wrong', 'sign in at /auth/login'],
    ['403', 'your role, or your role in the project, does not allow it', 'say so; details name the right'],
    ['404', 'there is nothing at this address, or no record with this id', '—'],
    ['405', 'the address is right, the method is not', 'see the header Allow'],
    ['409', 'it conflicts with what is there', 'see details.reason below'],
    [
      '410',
      'it was there and has been deleted; an invitation was used, revoked or has expired',
      'restore, or ask anew',
    ],
    ['413', 'the body or the file is too large', 'send less'],
    ['415', 'this type of body is not read here', 'send JSON, a form or multipart'],
    ['422', 'some fields are not right', 'show details.errors'],
    ['429', 'too many requests', 'wait as Retry-After says'],
    ['500', 'something went wrong on our side', 'try again; tell us the X-Request-Id'],
    ['503', 'the database or the identity service does not answer', 'wait as Retry-After says'],
  ],
)}

<h2>Reasons of a conflict</h2>
${table(
  ['details.reason', 'meaning'],
  [
    [
      'stale_version',
      'somebody changed the same fields: details.fields names them, details.current has the task as it is',
    ],
    ['wip_limit', 'the column holds as many tasks as it may; send force: true to exceed it'],
    ['in_progress', 'the first request with this Idempotency-Key is still at work; wait as Retry-After says'],
  ],
)}
<p>Other conflicts say in their message what is in the way: a name that is taken, a member who is one already, a project
that is archived.</p>

<h2>Finding a request again</h2>
<p>Every answer has an <code>X-Request-Id</code>; the same id stands in the service's log. Send your own (8 to 64 letters,
digits, <code>. _ -</code>) to follow a request through several services.</p>`,
}
