import * as contracts from '@atrium/tasks/intake/intake-form.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { useMutation } from '@tanstack/react-query'
import { api, itemQuery, itemsQuery } from '../../api.ts'

const ALL = 100

const keyOf = (projectId: number) => ['project', projectId, 'intake']

export function intakeQuery(projectId: number) {
  return itemQuery(keyOf(projectId), contracts.getIntake, { params: { id: projectId } })
}

export function formsQuery(projectId: number) {
  return itemsQuery([...keyOf(projectId), 'forms'], contracts.listIntakeForms, {
    params: { id: projectId },
    query: { limit: ALL },
  })
}

export function useTurnOnForms(projectId: number) {
  return useMutation({
    mutationFn: (isEnabled: boolean) =>
      api(contracts.updateIntake, { params: { id: projectId }, body: { isEnabled } }),
    onSuccess: useInvalidation(keyOf(projectId)),
  })
}

export function useSaveForm(projectId: number, id: number | undefined) {
  return useMutation({
    mutationFn: (body: contracts.NewIntakeForm) =>
      id === undefined
        ? api(contracts.createIntakeForm, { params: { id: projectId }, body })
        : api(contracts.updateIntakeForm, { params: { id }, body }),
    onSuccess: useInvalidation(keyOf(projectId)),
  })
}

export function useDeleteForm(projectId: number) {
  return useMutation({
    mutationFn: (id: number) => api(contracts.deleteIntakeForm, { params: { id } }),
    onSuccess: useInvalidation(keyOf(projectId)),
  })
}
