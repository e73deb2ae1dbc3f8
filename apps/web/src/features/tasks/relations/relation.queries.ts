import type { Input } from '@atrium/client/client'
import {
  addRelation,
  listRelations,
  type Relation,
  type RelationType,
  removeRelation,
} from '@atrium/tasks/tasks/relations/relation.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, itemQuery } from '../../../api.ts'
import { saveFields } from '../../../data/change-task.ts'
import { showTask, taskQuery } from '../../../data/tasks.ts'

export function relationsQuery(taskId: number) {
  return itemQuery(['task', taskId, 'relations'], listRelations, { params: { id: taskId } })
}

/** What can be chosen for another task: a relation, or that this one is part of it. */
export type LinkType = RelationType | 'subtaskOf'

interface Link {
  type: LinkType
  taskId: number
}

export function useAddLink(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: async ({ type, taskId }: Link): Promise<unknown> => {
      if (type !== 'subtaskOf') return api(addRelation, { params: { id }, body: { type, taskId } })
      return saveFields(queryClient, { id }, { parentId: taskId })
    },
    onSuccess: (_, { taskId }) => {
      void queryClient.invalidateQueries({ queryKey: ['task', id] })
      void queryClient.invalidateQueries({ queryKey: ['task', taskId] })
    },
  })
}

export function useRemoveRelation(id: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['task', id] })
  const add = (body: Input<typeof addRelation>['body']) => api(addRelation, { params: { id }, body })
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: ({ id: relationId }: Relation) => api(removeRelation, { params: { id, relationId } }),
    onSuccess: async (_, { type, task }) => {
      refresh()
      // The card may no longer be blocked.
      showTask(queryClient, await queryClient.fetchQuery({ ...taskQuery(id), staleTime: 0 }))
      if (!task) return
      offerUndo(t('tasks.relations.removed'), () => void add({ type, taskId: task.id }).then(refresh))
    },
  })
}
