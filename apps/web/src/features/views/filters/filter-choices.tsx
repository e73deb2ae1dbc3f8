import type { CustomField } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import {
  customFilterField,
  type FieldKind,
  type FieldOfFilter,
  type FilterValue,
  filterFields,
} from '@atrium/tasks/views/filter-fields.contract'
import { fullName } from '@atrium/ui/format'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { ColorSwatch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCycles } from '../../../data/planning/cycles.ts'
import { usePriorityName } from '../../../data/planning/priorities.ts'
import { PriorityIcon } from '../../../data/planning/priority-icon.tsx'
import { fieldsQuery } from '../../../data/projects/fields.ts'
import { currentUserQuery } from '../../../data/session/current-user.ts'
import { stickersQuery } from '../../../data/tasks/stickers.ts'
import { tasksQuery } from '../../../data/tasks/tasks.ts'
import { ProjectMark } from '../../../project-mark/project-mark.tsx'
import { useDirectory } from '../view/directory.ts'

export interface ValueChoice {
  value: FilterValue
  label: string
  /** What filters may have instead of the value, if the label is translated. */
  name?: string
  icon?: ReactNode
}

export interface FilterFieldInfo extends FieldOfFilter {
  name: string
  /** Whether the project has added it. */
  isCustom?: boolean
  label: string
  kind: FieldKind
  /** The choices of fields that hold records or people. */
  choices?: ValueChoice[]
}

/** In the order of the menu; the name of each is `views.fields.<name>`. */
const inProject = [
  'assignee',
  'column',
  'priority',
  'due',
  'overdue',
  'sticker',
  'cycle',
  'board',
  'creator',
  'start',
  'created',
  'updated',
  'completed',
  'estimate',
  'tracked',
  'votes',
  'recurring',
  'blocked',
  'archived',
  'parent',
  'title',
  'text',
  'number',
] as const satisfies (keyof typeof filterFields)[]
type Offered = (typeof inProject)[number] | 'project'
const ofOneProject: Offered[] = ['column', 'sticker', 'cycle']

const noFields: CustomField[] = []

/**
 * What the filter can be about here, with the names that people know. `fieldsProjectId` is the project, or the only one that
 * the filter allows.
 */
export function useFilterFields(
  projectId: number | undefined,
  fieldsProjectId = projectId,
  filter = '',
): FilterFieldInfo[] {
  const { t } = useTranslation()
  const { data: me } = useQuery(currentUserQuery)
  const boards = useProjectBoards(fieldsProjectId)
  const parents = useParents(filter)
  const directory = useDirectory(boards)
  const priorityName = usePriorityName()
  const { data: stickers = [] } = useQuery({
    ...stickersQuery(fieldsProjectId ?? 0),
    enabled: fieldsProjectId !== undefined,
  })
  const cycles = useCycles(fieldsProjectId ?? 0, fieldsProjectId !== undefined)
  const { data: customFields = noFields } = useQuery({
    ...fieldsQuery(fieldsProjectId ?? 0),
    enabled: fieldsProjectId !== undefined,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of priorities depend on the language only
  return useMemo(() => {
    const people = [...directory.people.values()]
      .filter(({ id }) => id !== me?.id)
      .map(person => ({
        value: person.id,
        label: fullName(person),
        icon: <PersonAvatar person={person} size={20} />,
      }))
    const self = { value: 'me', label: t('boards.filters.me') }
    const named = (list: Iterable<{ id: number; name: string }>) =>
      [...list].map(({ id, name }) => ({ value: id, label: name }))
    const choices: Partial<Record<Offered, ValueChoice[]>> = {
      project: [...directory.projects.values()].map(project => ({
        value: project.id,
        label: project.name,
        icon: <ProjectMark project={project} size={18} />,
      })),
      board: named(
        projectId === undefined
          ? [...directory.projects.values()].flatMap(project =>
              project.boards.map(({ id, name }) => ({ id, name: `${name} · ${project.name}` })),
            )
          : (directory.projects.get(projectId)?.boards ?? []),
      ),
      column: boards.flatMap(({ boardId, name }) =>
        directory
          .columnsOf(boardId)
          .map(({ id, title }) => ({ value: id, label: boards.length > 1 ? `${title} · ${name}` : title })),
      ),
      priority: [...directory.priorities.values()]
        .toSorted((one, other) => other.level - one.level)
        .map(priority => ({
          value: priority.id,
          name: priority.name,
          label: priorityName(priority),
          icon: <PriorityIcon priority={priority} />,
        })),
      sticker: [{ value: null, label: t('views.filter.noSticker') }, ...colored(stickers)],
      cycle: [
        { value: 'current', label: t('boards.filters.currentCycle') },
        { value: null, label: t('views.filter.noCycle') },
        ...named(cycles),
      ],
      parent: [{ value: null, label: t('views.filter.noParent') }, ...parents],
      assignee: [self, { value: null, label: t('boards.filters.nobody') }, ...people],
      creator: [self, ...people],
    }
    const custom = customFields.map(({ id, name, type, options }) => ({
      name: `cf${id}`,
      label: name,
      isCustom: true,
      ...customFilterField(type),
      ...((type === 'select' || type === 'multi_select') && {
        choices: [{ value: null, label: t('views.filter.none') }, ...colored(options)],
      }),
      ...(type === 'person' && {
        choices: [self, { value: null, label: t('views.filter.none') }, ...people],
      }),
    }))
    const offered = projectId === undefined ? (['project', ...inProject] as const) : inProject
    const hasPlace = (name: Offered) => fieldsProjectId !== undefined || !ofOneProject.includes(name)
    const own = offered.filter(hasPlace).map((name: Offered) => ({
      name,
      label: t(`views.fields.${name}`),
      ...(filterFields[name] as FieldOfFilter),
      ...(choices[name] && { choices: choices[name] }),
    }))
    return [...own, ...custom]
  }, [directory, boards, stickers, cycles, customFields, parents, me?.id, projectId, fieldsProjectId, t])
}

function colored(list: { id: number; name: string; color: string; icon?: string | null }[]): ValueChoice[] {
  return list.map(({ id, name, color, icon }) => ({
    value: id,
    label: name,
    icon: icon ?? <ColorSwatch color={color} size={12} withShadow={false} aria-hidden="true" />,
  }))
}

const noTasks: ValueChoice[] = []

/** The titles of the parent tasks that the filter names. */
function useParents(filter: string) {
  const named = [...filter.matchAll(/\bparent\s*!?=([\d,\s]+)/gi)].flatMap(
    ([, list = '']) => list.match(/\d+/g) ?? [],
  )
  const { data = noTasks } = useQuery({
    ...tasksQuery({ ids: [...new Set(named)].join(), limit: 200 }),
    enabled: named.length > 0,
    select: parentChoices,
  })
  return data
}

export function parentChoices({ items }: { items: Pick<Task, 'id' | 'title'>[] }): ValueChoice[] {
  return items.map(({ id, title }) => ({ value: id, label: title }))
}

/** The boards of the project, to load their columns; in all projects, none. */
function useProjectBoards(projectId: number | undefined) {
  const { projects } = useDirectory([])
  const project = projectId === undefined ? undefined : projects.get(projectId)
  return useMemo(
    () => (project?.boards ?? []).map(({ id, name }) => ({ projectId: project?.id ?? 0, boardId: id, name })),
    [project],
  )
}
