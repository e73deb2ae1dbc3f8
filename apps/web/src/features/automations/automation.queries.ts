import type {
  Automation,
  AutomationChanges,
  NewAutomation,
} from '@atrium/tasks/automations/automation.contract'
import * as contracts from '@atrium/tasks/automations/automation.contract'
import { listWebhooks } from '@atrium/tasks/webhooks/webhook.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { useMutation } from '@tanstack/react-query'
import { api, itemsQuery } from '../../api.ts'

const ALL = 1000
const SHOWN_RUNS = 50
const REFRESH_MS = 3000

/** What a rule says, whether it is saved or not. */
export type Rule = Pick<NewAutomation, 'name' | 'trigger' | 'condition' | 'actions' | 'isEnabled'>

export function automationsQuery(projectId: number) {
  return itemsQuery(['project', projectId, 'automations'], contracts.listAutomations, {
    params: { id: projectId },
    query: { limit: ALL },
  })
}

export function webhooksQuery(projectId: number) {
  return itemsQuery(['project', projectId, 'webhooks'], listWebhooks, {
    params: { id: projectId },
    query: { limit: ALL },
  })
}

/** Runs follow events within moments, so that an open log shows them. */
export function runsQuery(id: number) {
  const runs = itemsQuery(['automation', id, 'runs'], contracts.listAutomationRuns, {
    params: { id },
    query: { limit: SHOWN_RUNS },
  })
  return { ...runs, refetchInterval: REFRESH_MS }
}

export function useSaveAutomation(projectId: number) {
  const refresh = useInvalidation(['project', projectId, 'automations'])
  return useMutation({
    mutationFn: ({ id, ...body }: Rule & { id: number | undefined }) =>
      id === undefined
        ? api(contracts.createAutomation, { params: { id: projectId }, body })
        : api(contracts.updateAutomation, { params: { id }, body }),
    onSuccess: refresh,
  })
}

export function useSwitchAutomation(projectId: number) {
  const refresh = useInvalidation(['project', projectId, 'automations'])
  return useMutation({
    mutationFn: ({ id, isEnabled }: Pick<Automation, 'id'> & Pick<AutomationChanges, 'isEnabled'>) =>
      api(contracts.updateAutomation, { params: { id }, body: { isEnabled } }),
    onSettled: refresh,
  })
}

export function useDeleteAutomation(projectId: number) {
  const refresh = useInvalidation(['project', projectId, 'automations'])
  return useMutation({
    mutationFn: (id: number) => api(contracts.deleteAutomation, { params: { id } }),
    onSuccess: refresh,
  })
}

export function usePreview(projectId: number) {
  return useMutation({
    mutationFn: ({ trigger, condition, actions }: Rule) =>
      api(contracts.previewAutomation, {
        body: { projectId, trigger, condition, ...(actions.length > 0 && { actions }) },
      }),
  })
}
