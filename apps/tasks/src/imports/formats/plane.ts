import type { ImportFormat } from '../plan/import-format.ts'
import { singleLine } from '../plan/plan-texts.ts'
import { boardDefaults, boardPlan, isDownloadOf, readJsonOf } from './board/board-format.ts'
import type { BoardOptions, SourceBoard, SourceCycle, SourceTask } from './board/source-board.ts'
import {
  firstOf,
  idOf,
  idsOf,
  numberOf,
  recordOf,
  recordsOf,
  textOf,
  type Unread,
} from './board/source-values.ts'
import { htmlToMarkdown } from './markup/html.ts'

/** A project of Plane, as `plane.source.ts` downloads it: states become columns, work items tasks, modules stickers. */
export const plane: ImportFormat<Unread, BoardOptions> = {
  id: 'plane',
  detect: isDownloadOf('plane'),
  read: readJsonOf(({ items }) => Array.isArray(items)),
  nameOf: ({ project }) => singleLine(textOf(recordOf(project).name)),
  show: () => undefined,
  defaults: boardDefaults,
  plan: boardPlan(readProject),
}

const groups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']

function readProject(content: Unread, { withArchived }: BoardOptions): SourceBoard {
  const states = recordsOf(content.states)
    .filter(({ id, group }) => idOf(id) && group !== 'triage')
    .toSorted(
      (one, other) => groupOf(one) - groupOf(other) || numberOf(one.sequence) - numberOf(other.sequence),
    )
  const about = readParts(content, states)
  const items = recordsOf(content.items).filter(({ is_draft: isDraft }) => isDraft !== true)
  const isLeft = (item: Unread) => !withArchived && textOf(item.archived_at) !== ''
  return {
    columns: states.map(state => ({
      id: idOf(state.id),
      title: textOf(state.name),
      ...(isFinal(state) && { isDone: true }),
    })),
    people: recordsOf(content.members).map(member => {
      // Workspaces list their members as people, or as memberships of people.
      const { id, first_name: first, last_name: last, display_name: shown, email } = personIn(member)
      return {
        id: idOf(id),
        name: firstOf(`${textOf(first)} ${textOf(last)}`, textOf(shown)),
        email: textOf(email),
      }
    }),
    labels: recordsOf(content.labels).map(({ name, color }) => ({
      name: textOf(name),
      color: textOf(color),
    })),
    tasks: items.filter(item => !isLeft(item)).map(item => taskOf(item, about)),
    skipped: items
      .filter(isLeft)
      .map(({ name }) => ({ title: singleLine(textOf(name)), reason: 'archived' })),
  }
}

function personIn(member: Unread) {
  return typeof member.member === 'object' ? recordOf(member.member) : member
}

function groupOf({ group }: Unread) {
  return groups.indexOf(textOf(group))
}

/** What is canceled is as finished as what is completed. */
function isFinal({ group }: Unread) {
  return group === 'completed' || group === 'cancelled'
}

/** The answers keep what belongs to work items apart from them. */
function readParts(content: Unread, states: Unread[]) {
  const itemsOf = (groups: unknown, key: string) =>
    recordsOf(groups).flatMap(group =>
      recordsOf(group.items).map(
        item =>
          [
            // A list of older versions has the links between a cycle and its items.
            idOf(item.issue) || idOf(item.id),
            recordOf(group[key]),
          ] as const,
      ),
    )
  return {
    final: new Set(states.filter(isFinal).map(({ id }) => idOf(id))),
    labels: new Map(recordsOf(content.labels).map(({ id, name }) => [idOf(id), textOf(name)])),
    cycles: new Map(itemsOf(content.cycles, 'cycle').map(([item, cycle]) => [item, cycleOf(cycle)])),
    modules: Map.groupBy(itemsOf(content.modules, 'module'), ([item]) => item),
    comments: new Map(
      recordsOf(content.comments).map(({ item, comments }) => [idOf(item), recordsOf(comments)]),
    ),
  }
}

/** Cycles of Plane are over with their last day. */
function cycleOf({ name, description, start_date, end_date: end }: Unread): SourceCycle {
  const endDate = textOf(end).slice(0, 10)
  return {
    name: textOf(name),
    goal: textOf(description),
    startDate: textOf(start_date).slice(0, 10),
    endDate,
    finishedAt: endDate && `${endDate}T23:59:59Z`,
  }
}

function taskOf(item: Unread, about: ReturnType<typeof readParts>): SourceTask {
  const id = idOf(item.id)
  const state = idOf(item.state)
  const points = idOf(item.point)
  return {
    id,
    title: textOf(item.name),
    description: htmlToMarkdown(textOf(item.description_html)),
    column: state,
    isArchived: textOf(item.archived_at) !== '',
    parent: idOf(item.parent),
    assignees: idsOf(item.assignees),
    startDate: textOf(item.start_date),
    dueDate: textOf(item.target_date),
    createdAt: textOf(item.created_at),
    completedAt: about.final.has(state) ? firstOf(textOf(item.completed_at), textOf(item.updated_at)) : '',
    priority: item.priority === 'none' ? '' : textOf(item.priority),
    labels: [
      ...idsOf(item.labels).flatMap(label => about.labels.get(label) ?? []),
      ...(about.modules.get(id) ?? []).map(([, { name }]) => textOf(name)),
    ],
    fields: points ? [{ name: 'Points', value: points }] : [],
    cycle: about.cycles.get(id),
    comments: (about.comments.get(id) ?? []).map(
      ({ id: comment, actor, created_by: by, created_at: at, comment_html: html }) => ({
        id: idOf(comment),
        author: idOf(actor) || idOf(by),
        at: textOf(at),
        text: htmlToMarkdown(textOf(html)),
      }),
    ),
  }
}
