import type { ImportFormat } from '../../plan/import-format.ts'
import { singleLine } from '../../plan/plan-texts.ts'
import { boardDefaults, boardPlan, isDownloadOf, readJsonOf } from '../board/board-format.ts'
import type {
  BoardOptions,
  SourceBoard,
  SourceCycle,
  SourceRelation,
  SourceTask,
} from '../board/source-board.ts'
import { firstOf, idOf, numberOf, recordOf, recordsOf, textOf, type Unread } from '../board/source-values.ts'
import { columns, withoutComments } from './forge-issues.ts'

/** The issues of a project at GitLab, as `gitlab.source.ts` downloads them. */
export const gitlab: ImportFormat<Unread, BoardOptions> = {
  id: 'gitlab',
  detect: isDownloadOf('gitlab'),
  read: readJsonOf(({ issues }) => Array.isArray(issues)),
  nameOf: ({ project }) =>
    singleLine(firstOf(textOf(recordOf(project).name_with_namespace), textOf(recordOf(project).name))),
  show: () => undefined,
  defaults: boardDefaults,
  plan: boardPlan(readIssues),
}

function readIssues({ project, issues: all, notes: allNotes, links: allLinks, labels }: Unread): SourceBoard {
  const issues = recordsOf(all)
  const about = recordOf(project)
  const notesOf = new Map(
    recordsOf(allNotes).map(({ issue, notes }) => [idOf(issue), recordsOf(notes).filter(isWritten)]),
  )
  const linksOf = new Map(recordsOf(allLinks).map(({ issue, links }) => [idOf(issue), recordsOf(links)]))
  const authors = [...notesOf.values()].flat().map(({ author }) => recordOf(author))
  return {
    columns,
    people: [...issues.flatMap(({ assignees }) => recordsOf(assignees)), ...authors].map(
      ({ id, name, username, public_email: email }) => ({
        id: idOf(id),
        name: firstOf(textOf(name), textOf(username)),
        email: textOf(email),
      }),
    ),
    labels: recordsOf(labels).map(({ name, color }) => ({ name: textOf(name), color: textOf(color) })),
    tasks: issues.map((issue): SourceTask => {
      const id = idOf(issue.iid)
      const isClosed = issue.state === 'closed'
      const markdown = (text: unknown) => withUploads(withoutComments(textOf(text)), about)
      const {
        time_estimate: estimate,
        total_time_spent: spent,
        human_total_time_spent: spentText,
      } = recordOf(issue.time_stats)
      return {
        id,
        title: textOf(issue.title),
        description: markdown(issue.description),
        column: isClosed ? 'closed' : 'open',
        assignees: recordsOf(issue.assignees).map(({ id: person }) => idOf(person)),
        startDate: textOf(issue.start_date),
        dueDate: textOf(issue.due_date),
        createdAt: textOf(issue.created_at),
        completedAt: isClosed ? firstOf(textOf(issue.closed_at), textOf(issue.updated_at)) : '',
        estimateSeconds: numberOf(estimate),
        ...plannedFor(issue),
        fields: typeof issue.weight === 'number' ? [{ name: 'Weight', value: String(issue.weight) }] : [],
        relations: (linksOf.get(id) ?? []).map(link => relationOf(link, about)),
        comments: (notesOf.get(id) ?? []).map(({ id: note, author, created_at: at, body }) => ({
          id: idOf(note),
          author: idOf(recordOf(author).id),
          at: textOf(at),
          text: markdown(body),
        })),
        losses:
          numberOf(spent) > 0
            ? [{ kind: 'timeDropped', example: firstOf(textOf(spentText), `${numberOf(spent)} s`) }]
            : [],
      }
    }),
    skipped: [],
  }
}

/** A task is in one cycle, so the milestone of an issue with an iteration becomes a label. */
function plannedFor({ labels, ...issue }: Unread) {
  const iteration = iterationOf(recordOf(issue.iteration))
  const milestone = milestoneOf(recordOf(issue.milestone))
  const others = iteration && milestone ? [milestone.name] : []
  return {
    cycle: iteration ?? milestone,
    labels: [...(Array.isArray(labels) ? labels.map(textOf) : []), ...others],
  }
}

/** Iterations that GitLab plans automatically are known by their dates. */
function iterationOf({ title, description, start_date, due_date, state }: Unread): SourceCycle | undefined {
  const [startDate, endDate] = [textOf(start_date), textOf(due_date)]
  const name = firstOf(textOf(title), [startDate, endDate].filter(Boolean).join(' – '))
  const finishedAt = state === ITERATION_CLOSED ? endDate : ''
  return name
    ? { name, goal: withoutComments(textOf(description)), startDate, endDate, finishedAt }
    : undefined
}

const ITERATION_CLOSED = 3

function milestoneOf(milestone: Unread): SourceCycle | undefined {
  const { title, description, start_date: startDate, due_date: endDate, state, updated_at: at } = milestone
  if (!textOf(title)) return undefined
  return {
    name: textOf(title),
    goal: withoutComments(textOf(description)),
    startDate: textOf(startDate),
    endDate: textOf(endDate),
    finishedAt: state === 'closed' ? textOf(at) : '',
  }
}

/** Notes of the system say what happened to an issue. */
function isWritten({ system }: Unread) {
  return system !== true
}

function relationOf(
  { iid, project_id: id, link_type: type, references }: Unread,
  project: Unread,
): SourceRelation {
  const isHere = idOf(id) === '' || idOf(id) === idOf(project.id)
  return {
    type: type === 'blocks' ? 'blocks' : type === 'is_blocked_by' ? 'blockedBy' : 'relatesTo',
    // An issue of another project is named in full, and does not come along.
    task: isHere ? idOf(iid) : firstOf(textOf(recordOf(references).full), `${idOf(id)}#${idOf(iid)}`),
  }
}

/** Files in texts have addresses that are relative to the project. */
function withUploads(text: string, { web_url: address }: Unread) {
  const base = textOf(address)
  return /^https?:\/\/[^\s()<>]+$/.test(base) ? text.replaceAll('](/uploads/', `](${base}/uploads/`) : text
}
