import type { SourcePerson, SourceRelation, SourceTask } from '../board/source-board.ts'
import { firstOf, idOf, numberOf, recordOf, recordsOf, textOf, type Unread } from '../board/source-values.ts'
import { htmlToMarkdown, isHtml } from '../markup/html.ts'

/** Parents of tasks, which either of the two tasks can name. */
export type Links = Map<string, string>

export function readLinks(tasks: Unread[]): Links {
  return new Map(
    tasks.flatMap(task => {
      const related = recordOf(task.related_tasks)
      const [parent] = recordsOf(related.parenttask)
      return [
        ...(parent ? [[idOf(task.id), idOf(parent.id)] as const] : []),
        ...recordsOf(related.subtask).map(({ id }) => [idOf(id), idOf(task.id)] as const),
      ]
    }),
  )
}

const relationTypes = new Map<string, SourceRelation['type']>([
  ['blocking', 'blocks'],
  ['blocked', 'blockedBy'],
  ['precedes', 'blocks'],
  ['follows', 'blockedBy'],
  ['duplicateof', 'duplicates'],
  ['duplicates', 'duplicatedBy'],
  ['related', 'relatesTo'],
  ['copiedfrom', 'relatesTo'],
  ['copiedto', 'relatesTo'],
])

const priorities = ['', 'low', 'medium', 'high', 'urgent', 'urgent']

export function taskOf(task: Unread, links: Links, urlOf: (attachment: Unread) => string): SourceTask {
  const id = idOf(task.id)
  const related = Object.entries(recordOf(task.related_tasks))
  return {
    id,
    title: textOf(task.title),
    description: markdownOf(task.description),
    parent: links.get(id) ?? '',
    assignees: recordsOf(task.assignees).map(({ id: person }) => idOf(person)),
    startDate: instantIn(task.start_date),
    dueDate: firstOf(instantIn(task.due_date), instantIn(task.end_date)),
    createdAt: instantIn(task.created),
    completedAt: task.done === true ? firstOf(instantIn(task.done_at), instantIn(task.updated)) : '',
    priority: priorities[numberOf(task.priority)] ?? '',
    ...repeatOf(task),
    relations: related.flatMap(([kind, others]) => {
      const type = relationTypes.get(kind)
      return type ? recordsOf(others).map(other => ({ type, task: idOf(other.id) })) : []
    }),
    labels: recordsOf(task.labels).map(({ title }) => textOf(title)),
    comments: recordsOf(task.comments).map(({ id: comment, comment: text, author, created }) => ({
      id: idOf(comment),
      author: idOf(recordOf(author).id),
      at: instantIn(created),
      text: markdownOf(text),
    })),
    attachments: recordsOf(task.attachments).map(attachment => ({
      name: textOf(recordOf(attachment.file).name),
      url: urlOf(attachment),
    })),
    losses: recordsOf(task.reminders).map(({ reminder }) => ({
      kind: 'reminderDropped',
      example: textOf(reminder),
    })),
  }
}

export function peopleIn(task: Unread): SourcePerson[] {
  const authors = recordsOf(task.comments).map(({ author }) => author)
  return [...recordsOf(task.assignees), ...authors.map(recordOf)]
    .filter(({ id }) => idOf(id))
    .map(({ id, name, username, email }) => ({
      id: idOf(id),
      name: firstOf(textOf(name), textOf(username)),
      email: textOf(email),
    }))
}

/** Descriptions were Markdown before they were HTML. */
function markdownOf(text: unknown) {
  const written = textOf(text)
  return isHtml(written) ? htmlToMarkdown(written) : written
}

/** An instant; Vikunja writes the first day of the year 1 for none. */
function instantIn(value: unknown) {
  const text = textOf(value)
  return text.startsWith('0001-') ? '' : text
}

const DAY = 24 * 3600
const MONTHLY = 1

/** Counts from the day on which the task is completed. */
const FROM_COMPLETION = 2

function repeatOf({ repeat_after: after, repeat_mode: mode }: Unread): Pick<SourceTask, 'recurrence'> {
  if (mode === MONTHLY) return { recurrence: { rule: 'FREQ=MONTHLY' } }
  const seconds = numberOf(after)
  if (seconds <= 0) return {}
  const days = seconds / DAY
  // An interval of hours is no rule for days, and is named as it is.
  if (!Number.isInteger(days)) return { recurrence: { rule: `${seconds} s` } }
  const rule = days % 7 === 0 ? `FREQ=WEEKLY;INTERVAL=${days / 7}` : `FREQ=DAILY;INTERVAL=${days}`
  return { recurrence: { rule, ...(mode === FROM_COMPLETION && { mode: 'completion' }) } }
}
