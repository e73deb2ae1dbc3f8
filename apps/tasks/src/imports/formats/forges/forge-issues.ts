import type {
  SourceBoard,
  SourceComment,
  SourceCycle,
  SourcePerson,
  SourceTask,
} from '../board/source-board.ts'
import { firstOf, idOf, recordOf, recordsOf, textOf, type Unread } from '../board/source-values.ts'

// Issues are open or closed wherever code is hosted.
export const columns = [
  { id: 'open', title: 'Open' },
  { id: 'closed', title: 'Closed', isDone: true },
]

/** What issues have in common at GitHub and Gitea, which answers as GitHub does. */
export function issueOf(issue: Unread): SourceTask {
  const isClosed = issue.state === 'closed'
  return {
    id: idOf(issue.number),
    title: textOf(issue.title),
    description: withoutComments(textOf(issue.body)),
    column: isClosed ? 'closed' : 'open',
    assignees: assigneesOf(issue).map(({ id }) => idOf(id)),
    createdAt: textOf(issue.created_at),
    completedAt: isClosed ? firstOf(textOf(issue.closed_at), textOf(issue.updated_at)) : '',
    labels: recordsOf(issue.labels).map(({ name }) => textOf(name)),
    cycle: milestoneOf(recordOf(issue.milestone)),
  }
}

function milestoneOf({ title, description, due_on: due, state, closed_at: closedAt }: Unread): SourceCycle {
  return {
    name: textOf(title),
    goal: withoutComments(textOf(description)),
    endDate: textOf(due).slice(0, 10),
    finishedAt: state === 'closed' ? firstOf(textOf(closedAt), textOf(due)) : '',
  }
}

/** One that has only one assignee is named in an older field. */
function assigneesOf({ assignees, assignee }: Unread) {
  const all = [...recordsOf(assignees), recordOf(assignee)].filter(({ id }) => idOf(id))
  return [...new Map(all.map(person => [idOf(person.id), person])).values()]
}

/** Pull requests are listed as issues. */
export function isIssue({ pull_request: pull }: Unread) {
  return pull === undefined || pull === null
}

/** The comments by the number of their issue, which is the last part of an address. */
export function commentsByIssue(comments: unknown) {
  return Map.groupBy(recordsOf(comments), comment => {
    const address = firstOf(textOf(comment.issue_url), textOf(comment.html_url).replace(/#.*$/s, ''))
    return /\/(\d+)$/.exec(address)?.[1] ?? ''
  })
}

export function commentOf({ id, user, created_at: at, body }: Unread): SourceComment {
  return {
    id: idOf(id),
    author: idOf(recordOf(user).id),
    at: textOf(at),
    text: withoutComments(textOf(body)),
  }
}

export function peopleOf(
  issues: Unread[],
  comments: unknown,
  read: (person: Unread) => SourcePerson,
): SourcePerson[] {
  const people = [...issues.flatMap(assigneesOf), ...recordsOf(comments).map(({ user }) => recordOf(user))]
  return people.filter(({ id }) => idOf(id)).map(read)
}

export function labelsOf(issues: Unread[]): SourceBoard['labels'] {
  return issues.flatMap(({ labels }) =>
    recordsOf(labels).map(({ name, color }) => ({ name: textOf(name), color: textOf(color) })),
  )
}

/** Templates of issues explain themselves in comments of HTML, which no reader of the issue sees. */
export function withoutComments(text: string) {
  const [first = '', ...rest] = text.split('<!--')
  return rest.reduce((kept, part) => {
    const end = part.indexOf('-->')
    return kept + (end === -1 ? `<!--${part}` : part.slice(end + 3))
  }, first)
}
