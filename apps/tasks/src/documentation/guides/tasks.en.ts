import { html } from '@atrium/core/html'
import { example, type Guide, table } from '../guide.ts'
import { taskExamples } from './examples.ts'

export const tasksEnglish: Guide = {
  title: 'Projects, boards and tasks',
  lead: 'A project has members and boards, a board has columns, a column has tasks in an order of their own.',
  body: at => {
    const examples = taskExamples(at)
    return html`
<h2>Making a task</h2>
<p>A title is enough. Such a task lands in the first column of your personal board, to be sorted later.</p>
${example(examples.capture)}
<p>With <code>projectId</code> it lands on that project's first board, with <code>boardId</code> in that board's first
column, with <code>columnId</code> in that column. The assignee must be a member who can edit tasks, not a viewer, and
<code>startDate</code> is never after <code>dueDate</code>. One record is answered as <code>{"item": …}</code>.</p>
${example(examples.create)}

<h2>Lists and filters</h2>
<p>A list is answered as <code>{"items": […], "_meta": {"total", "page", "limit", "pages"}}</code>, 20 at a time;
<code>limit</code> is forced into 1…1000. Several ids with commas mean any of them; <code>assigneeId</code> also takes
<code>me</code> and <code>none</code>. A minus turns an order round: <code>orderBy=-createdAt</code>.</p>
${example(examples.list)}
${example(examples.search)}
<p>Filters: <code>projectId boardId columnId assigneeId creatorId priorityId stickerId ids search dueFrom dueTo overdue
createdFrom createdTo completed deleted</code>. Orders: <code>position createdAt updatedAt dueDate priority number
title</code>. Only tasks of your own projects are found.</p>

<h2>Changing a task</h2>
<p>A change merges: a field that you leave out stays, <code>null</code> clears it. Send the <code>version</code> that
you started from, and nobody's work is overwritten: if somebody else has changed one of <em>your</em> fields
since, the answer is 409 and says what is there now. Different fields merge without a conflict.</p>
${example(examples.change)}
${example(examples.stale)}

<h2>Moving by neighbours</h2>
<p>Say beside which task it shall stand, never a number: <code>afterTaskId</code> or <code>beforeTaskId</code>. With
neither it goes to the end; if the neighbour has gone, the other one counts, then the end. A column that has
reached its WIP limit answers 409 unless you send <code>"force": true</code>.</p>
${example(examples.move)}

<h2>Deleting</h2>
<p><code>DELETE /task/{id}</code> puts a task into the trash: reading it is 410 from then on, and it can be restored.
A deleted task can still be moved and assigned; it comes back with that. <code>GET /task?deleted=true</code> lists what
you deleted yourself, and everything that was deleted to managers.
<code>DELETE /task/{id}/hard</code> removes it for good; that is for the project's owner.</p>
${example(examples.restore)}

<h2>Comments</h2>
<p>Text is Markdown. <code>@[2]</code> mentions the member with the id 2, who is notified.</p>
${example(examples.comment)}

<h2>A retry that never makes two</h2>
<p>Give a POST an <code>Idempotency-Key</code> of your own (1 to 255 visible characters, best a random UUID). The same
request with the same key gets the first answer again for 24 hours, with <code>Idempotency-Replayed: true</code>; another
body with that key is 422. While the first is still at work the answer is 409 with <code>Retry-After</code>. After a 5xx
the key is free again.</p>
${example(examples.once)}

<h2>Roles in a project</h2>
${table(
  ['role', 'may'],
  [
    ['viewer', 'read everything in the project'],
    ['member', 'also make and edit tasks, comment, attach stickers and files, track own time'],
    [
      'manager',
      'also change boards, columns and stickers, members up to manager, invitations; delete any comment, restore any task, correct everybody’s time',
    ],
    ['owner', 'everything: settings, hard deletion, handing the project over. There is one.'],
  ],
)}
<p>Whoever is not a member gets 403. In a personal project there is nobody else.</p>

<h2>The planned prefix</h2>
<p>Every address also answers under <code>/api/v1</code>: <code>/api/v1/task/7</code> is <code>/task/7</code>.</p>`
  },
}
