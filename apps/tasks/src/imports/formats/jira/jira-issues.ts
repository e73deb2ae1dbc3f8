import { packs } from '@atrium/texts/words'
import type {
  SourceBoard,
  SourceColumn,
  SourceComment,
  SourcePerson,
  SourceRelation,
  SourceTask,
} from '../board/source-board.ts'
import {
  countOf,
  firstOf,
  idOf,
  lossIf,
  lostVotes,
  numberOf,
  recordOf,
  recordsOf,
  textOf,
  textsOf,
  type Unread,
} from '../board/source-values.ts'
import { adfToMarkdown } from '../markup/adf.ts'
import { wikiToMarkdown } from '../markup/wiki.ts'
import { type CustomFields, cycleOf, epicOf, fieldsOf, readCustomFields } from './jira-fields.ts'

/** Reads what the search of Jira answers, Cloud or Data Center. */
export function readIssues(content: Unread): SourceBoard {
  const issues = recordsOf(content.issues).map(
    (issue): Issue => ({ ...issue, fields: recordOf(issue.fields) }),
  )
  const custom = readCustomFields(content.fields)
  const keys = new Map(issues.map(({ id, key }) => [idOf(id), textOf(key)]))
  const comments = new Map(
    recordsOf(content.comments).map(({ issue, comments: all }) => [idOf(issue), recordsOf(all)]),
  )
  const voters = new Map(
    recordsOf(content.voters).map(({ issue, voters: all }) => [idOf(issue), recordsOf(all)]),
  )
  const tasks = issues.map(issue => {
    const key = textOf(issue.key)
    return taskOf(issue, custom, keys, { comments: comments.get(key), voters: voters.get(key) ?? [] })
  })
  const people = issues.flatMap(({ fields }) => [
    recordOf(fields.assignee),
    ...commentsIn(fields).map(authorOf),
  ])
  const others = [...[...comments.values()].flat().map(authorOf), ...[...voters.values()].flat()]
  return {
    columns: columnsOf(issues.map(({ fields }) => recordOf(fields.status))),
    people: [...people, ...others].filter(personId).map(
      (person): SourcePerson => ({
        id: personId(person),
        name: firstOf(textOf(person.displayName), textOf(person.name)),
        email: textOf(person.emailAddress),
      }),
    ),
    labels: [],
    tasks,
    skipped: [],
  }
}

interface Issue extends Unread {
  fields: Unread
}

const categories = ['new', 'indeterminate', 'done']

/** The statuses that issues have, in the order of their categories. */
function columnsOf(statuses: Unread[]): SourceColumn[] {
  const byId = new Map(statuses.filter(({ name }) => textOf(name)).map(status => [statusId(status), status]))
  const order = (status: Unread) => categories.indexOf(categoryOf(status))
  return [...byId]
    .toSorted(([, one], [, other]) => order(one) - order(other))
    .map(([id, status]) => ({
      id,
      title: textOf(status.name),
      ...(categoryOf(status) === 'done' && { isDone: true }),
    }))
}

function statusId({ id, name }: Unread) {
  return idOf(id) || textOf(name)
}

function categoryOf({ statusCategory }: Unread) {
  return textOf(recordOf(statusCategory).key)
}

/** What is fetched for an issue apart from it: comments that its search result lacks, and voters. */
interface Fetched {
  comments: Unread[] | undefined
  voters: Unread[]
}

function taskOf(
  issue: Issue,
  custom: CustomFields,
  keys: Map<string, string>,
  { comments, voters: named }: Fetched,
): SourceTask {
  const { fields } = issue
  const status = recordOf(fields.status)
  const parent = recordOf(fields.parent)
  const isDone = categoryOf(status) === 'done'
  const spent = numberOf(fields.timespent)
  const { votes: count } = recordOf(fields.votes)
  const voters = named.map(personId).filter(Boolean)
  const type = textOf(recordOf(fields.issuetype).name)
  return {
    id: textOf(issue.key),
    title: textOf(fields.summary),
    description: markupOf(fields.description),
    column: statusId(status),
    parent: firstOf(textOf(parent.key), keys.get(idOf(parent.id)) ?? '', epicOf(fields, custom)),
    assignees: [personId(recordOf(fields.assignee))].filter(Boolean),
    voters,
    startDate: custom.startDate.map(id => textOf(fields[id])).find(Boolean) ?? '',
    dueDate: textOf(fields.duedate),
    createdAt: instantIn(fields.created),
    completedAt: isDone ? firstOf(instantIn(fields.resolutiondate), instantIn(fields.updated)) : '',
    priority: textOf(recordOf(fields.priority).name),
    estimateSeconds: numberOf(fields.timeoriginalestimate),
    relations: recordsOf(fields.issuelinks).flatMap(relationOf),
    labels: [
      ...(plainTypes.has(type.toLowerCase()) ? [] : [type]),
      ...textsOf(fields.labels),
      ...[fields.components, fields.fixVersions].flatMap(list =>
        recordsOf(list).map(({ name }) => textOf(name)),
      ),
    ],
    cycle: cycleOf(fields, custom, isDone),
    fields: fieldsOf(fields, custom),
    comments: (comments ?? commentsIn(fields)).map(commentOf),
    attachments: recordsOf(fields.attachment).map(({ filename, content }) => ({
      name: textOf(filename),
      url: textOf(content),
    })),
    losses: [
      ...lossIf(spent > 0, 'timeDropped', `${Math.round(spent / 36) / 100} h`),
      ...lostVotes(countOf(count) - voters.length, textOf(fields.summary)),
    ],
  }
}

/** Types that say nothing that a task does not say itself. */
const plainTypes = new Set(['', ...packs.flatMap(({ plainTasks }) => plainTasks)])

/** Cloud answers documents, Data Center wiki markup. */
function markupOf(value: unknown) {
  return typeof value === 'string' ? wikiToMarkdown(value) : adfToMarkdown(value)
}

function commentsIn({ comment }: Unread) {
  return recordsOf(recordOf(comment).comments)
}

function authorOf({ author }: Unread) {
  return recordOf(author)
}

function commentOf(comment: Unread): SourceComment {
  const author = authorOf(comment)
  return {
    id: idOf(comment.id),
    author: personId(author),
    authorName: textOf(author.displayName),
    at: instantIn(comment.created),
    text: markupOf(comment.body),
  }
}

/** Cloud has account ids, Data Center keys. */
function personId({ accountId, key, name }: Unread) {
  return firstOf(textOf(accountId), textOf(key), textOf(name))
}

/** Jira writes offsets without a colon, which is not what every browser reads. */
function instantIn(value: unknown) {
  return textOf(value).replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
}

function relationOf({ type, inwardIssue, outwardIssue }: Unread): SourceRelation[] {
  const name = textOf(recordOf(type).name)
  return [
    ...linksTo(outwardIssue, relationType(name, true)),
    ...linksTo(inwardIssue, relationType(name, false)),
  ]
}

function linksTo(issue: unknown, type: SourceRelation['type']): SourceRelation[] {
  const task = textOf(recordOf(issue).key)
  return task ? [{ type, task }] : []
}

export function relationType(name: string, isOutward: boolean): SourceRelation['type'] {
  if (/block/i.test(name)) return isOutward ? 'blocks' : 'blockedBy'
  if (/duplicat/i.test(name)) return isOutward ? 'duplicates' : 'duplicatedBy'
  return 'relatesTo'
}
