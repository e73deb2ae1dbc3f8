import {
  type GroupedRelations,
  listRelations,
  type Relation,
  type RelationType,
} from '@atrium/tasks/tasks/relations/relation.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { type QueryClient, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { itemQuery } from '../../../api.ts'
import { notifyOfRefusedChange, saveFields } from '../../../data/changes/change-task.ts'
import { addChange } from '../../../data/changes/task-changes.ts'
import { showTask, taskQuery } from '../../../data/tasks/tasks.ts'

function relationsQuery(taskId: number) {
  return itemQuery(['task', taskId, 'relations'], listRelations, { params: { id: taskId } })
}

/** What can be chosen for another task: a relation, or that this one is part of it. */
export type LinkType = RelationType | 'subtaskOf'

interface Link {
  type: LinkType
  taskId: number
  /** The name of the other task, which is shown until the server has answered. */
  label: string
}

type RelationToAdd = Link & { type: RelationType }

const addingKey = (taskId: number) => ['task', taskId, 'relations', 'add']
const removingKey = (taskId: number) => ['task', taskId, 'relations', 'remove']

export function useAddLink(id: number) {
  const queryClient = useQueryClient()
  return (link: Link) => {
    const { type, taskId } = link
    const added =
      type === 'subtaskOf'
        ? saveFields(queryClient, { id }, { parentId: taskId })
        : sendRelation(queryClient, id, { ...link, type })
    added.then(() => refreshTasks(queryClient, id, taskId), notifyOfRefusedChange)
  }
}

async function sendRelation(queryClient: QueryClient, id: number, relation: RelationToAdd) {
  const { type, taskId } = relation
  const request = { kind: 'relation', taskId: id, type, otherId: taskId } as const
  const shownAs = { mutationKey: addingKey(id), scope: `relations-${id}`, variables: relation }
  const added = (await addChange(queryClient, { request, shownAs }).answer) as Relation
  setRelations(queryClient, id, type, others => [...others.filter(one => one.id !== added.id), added])
}

function refreshTasks(queryClient: QueryClient, ...ids: number[]) {
  for (const id of ids) void queryClient.invalidateQueries({ queryKey: ['task', id] })
}

export function useRemoveRelation(id: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const remove = async ({ id: relationId, type, task }: Relation) => {
    const request = { kind: 'relationDelete', taskId: id, relationId } as const
    const shownAs = { mutationKey: removingKey(id), scope: `relations-${id}`, variables: relationId }
    await addChange(queryClient, { request, shownAs }).answer
    setRelations(queryClient, id, type, relations => relations.filter(one => one.id !== relationId))
    refreshTasks(queryClient, id)
    // The card may no longer be blocked.
    showTask(queryClient, await queryClient.fetchQuery({ ...taskQuery(id), staleTime: 0 }))
    if (!task) return
    const link = { type, taskId: task.id, label: task.title }
    offerUndo(t('tasks.relations.removed'), () => {
      sendRelation(queryClient, id, link).then(() => refreshTasks(queryClient, id), notifyOfRefusedChange)
    })
  }
  return (relation: Relation) => void remove(relation).catch(notifyOfRefusedChange)
}

/** The relations without those that the user has removed, and those that the server does not have yet. */
export function useShownRelations(taskId: number) {
  const { data, ...query } = useQuery(relationsQuery(taskId))
  const beingAdded = useMutationState({
    filters: { mutationKey: addingKey(taskId), status: 'pending' },
    select: ({ state }) => state.variables as RelationToAdd,
  })
  const removed = useMutationState({
    filters: { mutationKey: removingKey(taskId), status: 'pending' },
    select: ({ state }) => state.variables as number,
  })
  const shown = (type: RelationType) => (data?.[type] ?? []).filter(({ id }) => !removed.includes(id))
  return { ...query, data, shown, beingAdded }
}

function setRelations(
  queryClient: QueryClient,
  taskId: number,
  type: RelationType,
  change: (relations: Relation[]) => Relation[],
) {
  queryClient.setQueryData<GroupedRelations>(
    relationsQuery(taskId).queryKey,
    now => now && { ...now, [type]: change(now[type]) },
  )
}
