import type { SourceBoard, SourceComment, SourceTask } from '../board/source-board.ts'
import { firstOf, lossIf, lostVotes } from '../board/source-values.ts'
import { wikiToMarkdown } from '../markup/wiki.ts'
import { relationType } from './jira-issues.ts'

/** Whether the first line of a table has the headings of Jira's export. */
export function isJiraTable(line: string) {
  return /\bIssue key\b/.test(line) && /\bSummary\b/.test(line)
}

type Row = ReturnType<typeof createRow>

/** Headings are repeated where an issue has several values. */
function createRow(headings: string[], cells: string[]) {
  const all = (...names: string[]) =>
    headings.flatMap((heading, index) => (names.includes(heading) ? (cells[index] ?? '').trim() || [] : []))
  return { all, one: (...names: string[]) => all(...names)[0] ?? '', headings, cells }
}

/** The issues of a CSV export; it has the names of people and statuses, and wiki markup. */
export function readTable([headings = [], ...rows]: string[][]): SourceBoard {
  const trimmed = headings.map(heading => heading.trim())
  const issues = rows.map(cells => createRow(trimmed, cells))
  const keys = new Map(issues.map(row => [row.one('Issue id'), row.one('Issue key')]))
  const tasks = issues.map(row => taskOf(row, keys))
  const doneStatuses = new Set(issues.filter(isDone).map(row => row.one('Status')))
  const people = new Map(issues.flatMap(row => [[assigneeId(row), row.one('Assignee')] as const]))
  const authors = tasks.flatMap(({ comments = [] }) => comments.map(({ author }) => author))
  return {
    columns: [...new Set(issues.map(row => row.one('Status')).filter(Boolean))].map(title => ({
      id: title,
      title,
      ...(doneStatuses.has(title) && { isDone: true }),
    })),
    people: [...authors.map(id => [id, id] as const), ...people]
      .filter(([id]) => id)
      .map(([id, name]) => ({ id, name, email: id.includes('@') ? id : name })),
    labels: [],
    tasks,
    skipped: [],
  }
}

function isDone(row: Row) {
  const category = row.one('Status Category')
  return category ? category.toLowerCase() === 'done' : row.one('Resolved') !== ''
}

function assigneeId(row: Row) {
  return firstOf(row.one('Assignee Id'), row.one('Assignee'))
}

function taskOf(row: Row, keys: Map<string, string>): SourceTask {
  const [parent, spent, votes, estimate] = [
    row.one('Parent id', 'Parent'),
    row.one('Time Spent'),
    row.one('Votes'),
    row.one('Original Estimate', 'Original estimate'),
  ]
  return {
    id: row.one('Issue key'),
    title: row.one('Summary'),
    description: wikiToMarkdown(row.one('Description')),
    column: row.one('Status'),
    parent: firstOf(row.one('Parent key'), keys.get(parent) ?? '', row.one('Custom field (Epic Link)')),
    assignees: [assigneeId(row)].filter(Boolean),
    startDate: dateIn(row.one('Custom field (Start date)')).slice(0, 10),
    dueDate: dateIn(row.one('Due date', 'Due Date')).slice(0, 10),
    createdAt: dateIn(row.one('Created')),
    completedAt: isDone(row) ? dateIn(firstOf(row.one('Resolved'), row.one('Updated'))) : '',
    priority: row.one('Priority'),
    estimateSeconds: /^\d+$/.test(estimate) ? Number(estimate) : 0,
    relations: relationsOf(row),
    labels: [
      ...row.all('Issue Type').filter(type => !/^(sub-?)?task$/i.test(type)),
      ...row.all('Labels', 'Component/s', 'Components', 'Fix Version/s', 'Fix versions'),
    ],
    cycle: { name: row.all('Sprint').at(-1) ?? '' },
    fields: fieldsOf(row),
    comments: row.all('Comment').map(commentOf),
    attachments: row.all('Attachment').map(attachmentOf),
    losses: [
      ...lossIf(spent !== '' && spent !== '0', 'timeDropped', `${spent} s`),
      // The table says how many votes there are, but not whose.
      ...lostVotes(/^\d{1,6}$/.test(votes) ? Number(votes) : 0, row.one('Summary')),
    ],
  }
}

function relationsOf(row: Row) {
  return row.headings.flatMap((heading, index) => {
    const [, direction = '', name = ''] = /^(Inward|Outward) issue link \((.*)\)$/.exec(heading) ?? []
    const task = (row.cells[index] ?? '').trim()
    return direction && task ? [{ type: relationType(name, direction === 'Outward'), task }] : []
  })
}

const known = new Set([
  'Epic Link',
  'Start date',
  'Rank',
  'Epic Color',
  'Epic Status',
  'Epic Name',
  'Development',
])

function fieldsOf(row: Row) {
  const names = row.headings.flatMap(heading => /^Custom field \((.*)\)$/.exec(heading)?.[1] ?? [])
  return [...new Set(names)]
    .filter(name => !known.has(name))
    .map(name => ({ name, value: row.all(`Custom field (${name})`) }))
    .filter(({ value }) => value.length > 0)
}

/** A comment as `date;author;text`. */
function commentOf(cell: string, index: number): SourceComment {
  const [, date = '', author = '', text = ''] = /^([^;\n]{1,60});([^;\n]{0,200});([\s\S]*)$/.exec(cell) ?? []
  const at = dateIn(date)
  return at
    ? { id: `${index + 1}`, author: author.trim(), at, text: wikiToMarkdown(text) }
    : { id: `${index + 1}`, author: '', at: '', text: wikiToMarkdown(cell) }
}

/** An attachment as `date;author;name;address`. */
function attachmentOf(cell: string) {
  const parts = cell.split(';')
  return { name: parts.slice(2, -1).join(';'), url: parts.at(-1) ?? '' }
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `01/Feb/24 9:05 AM` or `2024-02-01 09:05`; the export does not say in which time zone. */
function dateIn(text: string) {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}):(\d{2}))?/.exec(text)
  if (iso) return instant(iso[1], Number(iso[2]), iso[3], Number(iso[4] ?? 0), iso[5])
  const named = /^(\d{1,2})\/(\p{L}{3})\/(\d{2}|\d{4})(?: (\d{1,2}):(\d{2})(?: ([AP]M))?)?/u.exec(text)
  if (!named) return text
  const [, day, month = '', year = '', hour = '0', minute, half] = named
  const ofDay = (Number(hour) % (half ? 12 : 24)) + (half === 'PM' ? 12 : 0)
  return instant(
    year.length === 2 ? `20${year}` : year,
    months.indexOf(month.toLowerCase()) + 1,
    day,
    ofDay,
    minute,
  )
}

function instant(year = '', month = 0, day = '', hour = 0, minute = '00') {
  const [m, d, h] = [month, Number(day), hour].map(part => String(part).padStart(2, '0'))
  return `${year}-${m}-${d}T${h}:${minute}:00Z`
}
