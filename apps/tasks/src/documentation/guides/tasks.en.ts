import { html } from '@atrium/core/html'
import { example, type Guide, table } from '../guide.ts'
import { taskExamples } from './examples.ts'

export const tasksEnglish: Guide = {
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
title</code>. Only tasks in your projects are returned.</p>

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

<h2>Delete a task</h2>
<p><code>DELETE /task/{id}</code> moves a task to the trash: reading it returns 410, and it can be restored. A deleted
task can still be moved and assigned, and keeps those changes when it is restored. <code>GET /task?deleted=true</code>
lists the tasks you deleted, or all deleted tasks for managers. <code>DELETE /task/{id}/hard</code> deletes a task
permanently; only the project owner can do this.</p>
${example(examples.restore)}

<h2>Comments</h2>
<p>Comments are Markdown. <code>@[2]</code> mentions and notifies the member with ID 2.</p>
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
}
