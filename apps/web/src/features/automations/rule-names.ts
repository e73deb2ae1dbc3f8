import { fullName } from '@atrium/ui/format'
import { useQueries, useQuery } from '@tanstack/react-query'
import { boardQuery, boardsQuery } from '../../data/boards/boards.ts'
import { prioritiesQuery, usePriorityName } from '../../data/planning/priorities.ts'
import { fieldsQuery } from '../../data/projects/fields.ts'
import { mayAs, membersQuery } from '../../data/projects/projects.ts'
import { stickersQuery } from '../../data/tasks/stickers.ts'
import { templatesQuery } from '../../templates/template.queries.ts'
import { webhooksQuery } from './automation.queries.ts'

interface Choice {
  value: string
  label: string
}

/** What a rule of the project can name, as the choices of selects. */
export interface RuleNames {
  columns: Choice[]
  people: Choice[]
  assignable: Choice[]
  stickers: Choice[]
  priorities: Choice[]
  templates: Choice[]
  webhooks: Choice[]
  fields: Choice[]
}

export function useRuleNames(projectId: number): RuleNames {
  const priorityName = usePriorityName()
  const { data: boards = [] } = useQuery(boardsQuery(projectId))
  const details = useQueries({ queries: boards.map(({ id }) => boardQuery({ projectId, boardId: id })) })
  const { data: members = [] } = useQuery(membersQuery(projectId))
  const { data: stickers = [] } = useQuery(stickersQuery(projectId))
  const { data: priorities = [] } = useQuery(prioritiesQuery)
  const { data: templates = [] } = useQuery(templatesQuery(projectId))
  const { data: webhooks = [] } = useQuery(webhooksQuery(projectId))
  const { data: fields = [] } = useQuery(fieldsQuery(projectId))
  const person = ({ userId, user }: (typeof members)[number]) => choice(userId, fullName(user))
  return {
    columns: details.flatMap(({ data: board }) =>
      (board?.columns ?? []).map(({ id, title }) =>
        choice(id, boards.length > 1 ? `${title} · ${board?.name}` : title),
      ),
    ),
    people: members.map(person),
    assignable: members.filter(({ role }) => mayAs(role, 'member')).map(person),
    stickers: stickers.map(({ id, name }) => choice(id, name)),
    priorities: priorities.map(priority => choice(priority.id, priorityName(priority))),
    templates: templates.filter(({ kind }) => kind === 'task').map(({ id, name }) => choice(id, name)),
    webhooks: webhooks.map(({ id, url }) => choice(id, new URL(url).host)),
    fields: fields.map(({ id, name }) => ({ value: `cf${id}`, label: name })),
  }
}

function choice(id: number, label: string): Choice {
  return { value: String(id), label }
}

export function nameIn(choices: Choice[], id: number | string | null | undefined) {
  return choices.find(({ value }) => value === String(id))?.label ?? '…'
}
