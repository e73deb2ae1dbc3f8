import type { SourceCycle, SourceField } from '../board/source-board.ts'
import { firstOf, idOf, recordOf, recordsOf, textOf, type Unread } from '../board/source-values.ts'

/** The custom fields of an installation, by what they are for. */
export interface CustomFields {
  sprint: string[]
  epic: string[]
  startDate: string[]
  /** The names of all others, by id. */
  names: Map<string, string>
}

// Fields that Jira and its apps keep for themselves: they order, color or count.
const internal =
  /lexo-rank|greenhopper\.jira:(gh-epic-(color|status|label)|gh-lexo)|devsummary|vulnerabilities|jpo-|servicedesk:|teams:|atlassian-team/i

/** Sorts the fields that `/rest/api/…/field` answers by their types; names differ by language. */
export function readCustomFields(fields: unknown): CustomFields {
  const custom = recordsOf(fields).filter(({ id }) => /^customfield_\d+$/.test(textOf(id)))
  const typeOf = ({ schema }: Unread) => textOf(recordOf(schema).custom)
  const idsOf = (isWanted: (field: Unread) => boolean) => custom.filter(isWanted).map(({ id }) => textOf(id))
  const sprint = idsOf(field => typeOf(field).endsWith(':gh-sprint'))
  const epic = idsOf(field => typeOf(field).endsWith(':gh-epic-link'))
  const startDate = idsOf(({ name }) => /^start date$/i.test(textOf(name)))
  const known = new Set([...sprint, ...epic, ...startDate])
  const others = custom.filter(field => !known.has(textOf(field.id)) && !internal.test(typeOf(field)))
  return { sprint, epic, startDate, names: new Map(others.map(({ id, name }) => [textOf(id), textOf(name)])) }
}

export function epicOf(fields: Unread, { epic }: CustomFields) {
  return epic.map(id => textOf(fields[id])).find(Boolean) ?? ''
}

/** The latest sprint of an issue. What is open leaves a sprint that is closed. */
export function cycleOf(fields: Unread, { sprint }: CustomFields, isDone: boolean): SourceCycle | undefined {
  const sprints = sprint.flatMap(id => (Array.isArray(fields[id]) ? fields[id] : [])).map(readSprint)
  const open = sprints.filter(({ isClosed }) => !isClosed)
  return (open.at(-1) ?? (isDone ? sprints.at(-1) : undefined))?.cycle
}

function readSprint(value: unknown): { cycle: SourceCycle; isClosed: boolean } {
  const sprint = typeof value === 'string' ? sprintIn(value) : recordOf(value)
  const isClosed = textOf(sprint.state).toLowerCase() === 'closed'
  const cycle = {
    name: textOf(sprint.name),
    startDate: textOf(sprint.startDate),
    endDate: textOf(sprint.endDate),
    goal: textOf(sprint.goal),
    finishedAt: isClosed ? firstOf(textOf(sprint.completeDate), textOf(sprint.endDate)) : '',
  }
  return { cycle, isClosed }
}

/** Older versions write a sprint as a text, such as `Sprint@1f[id=7,state=ACTIVE,name=Week 7,startDate=…,goal=<null>]`. */
function sprintIn(text: string): Unread {
  const fields = text.slice(text.indexOf('[') + 1, -1).split(/,(?=\w+=)/)
  return Object.fromEntries(
    fields.map(field => {
      const [name = '', ...value] = field.split('=')
      return [name, value.join('=').replace(/^<null>$/, '')]
    }),
  )
}

export function fieldsOf(fields: Unread, { names }: CustomFields): SourceField[] {
  return [...names].flatMap(([id, name]) => {
    const value = shownValue(fields[id])
    return value.length === 0 ? [] : [{ name, value }]
  })
}

/** Options, people and versions by their names. */
function shownValue(value: unknown): string | string[] {
  if (Array.isArray(value)) return value.map(one => [shownValue(one)].flat().join(', ')).filter(Boolean)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object' || value === null) return idOf(value)
  const { value: option, displayName, name, child } = recordOf(value)
  const shown = firstOf(textOf(option), textOf(displayName), textOf(name))
  const inner = textOf(recordOf(child).value)
  return inner ? `${shown} / ${inner}` : shown
}
