import { html } from '@atrium/core/html'
import { example, type Guide, table } from '../guide.ts'
import { errorExamples } from './examples.ts'

export const errorsEnglish: Guide = {
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
<p>For other conflicts the message explains the cause: a name that is taken, a user who is already a member, an archived
project.</p>

<h2>Tracing a request</h2>
<p>Every response has an <code>X-Request-Id</code> header, and the same ID appears in the service log. Send your own ID
(8 to 64 letters, digits, <code>. _ -</code>) to trace a request through several services.</p>`,
}
