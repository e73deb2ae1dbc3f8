import { ApiError, isRefused } from '@atrium/client/api-error'
import type {
  CustomField,
  FieldChanges,
  FieldOptionChanges,
  FieldType,
  NewField,
  NewFieldOption,
  TypeChange,
} from '@atrium/tasks/fields/field.contract'
import * as contracts from '@atrium/tasks/fields/field.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemQuery } from '../../api.ts'
import { fieldsQuery } from '../../data/projects/fields.ts'

/** Boards contain the fields of their project, and tasks their values. */
function useInvalidateFields(projectId: number) {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['board'] })
    void queryClient.invalidateQueries({ queryKey: ['task'] })
    void queryClient.invalidateQueries({ queryKey: ['tasks'] })
    return queryClient.invalidateQueries({ queryKey: ['project', projectId] })
  }
}

/** `nameTaken` is what the name says when another field has it. */
export function useSaveField(projectId: number, nameTaken: string) {
  const invalidate = useInvalidateFields(projectId)
  return useMutation({
    mutationFn: async (input: NewField | (FieldChanges & { id: number })) => {
      try {
        if (!('id' in input))
          return await api(contracts.createField, { params: { id: projectId }, body: input })
        const { id, ...body } = input
        return await api(contracts.updateField, { params: { id }, body })
      } catch (error) {
        if (!isRefused(contracts.createField, error, 'custom_field_name_taken')) throw error
        throw new ApiError(422, error.message, { errors: { name: [nameTaken] } }, error.requestId)
      }
    },
    onSuccess: invalidate,
  })
}

/** Shown at once; the list that the server answers with replaces it. */
export function useReorderFields(projectId: number) {
  const queryClient = useQueryClient()
  const invalidate = useInvalidateFields(projectId)
  const { queryKey } = fieldsQuery(projectId)
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: (fieldIds: number[]) =>
      api(contracts.reorderFields, { params: { id: projectId }, body: { fieldIds } }),
    onMutate: async ids => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, list => list && { ...list, items: ordered(list.items, ids) })
    },
    onSettled: invalidate,
  })
}

function ordered(fields: CustomField[], ids: number[]) {
  return fields.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

export function useDeleteField(projectId: number) {
  return useMutation({
    mutationFn: (id: number) => api(contracts.deleteField, { params: { id }, query: { force: true } }),
    onSuccess: useInvalidateFields(projectId),
  })
}

/** How many values a change of type keeps and loses; both together are all values of the field. */
export function typeChangeQuery(id: number, type: FieldType) {
  return {
    ...itemQuery(['field', id, 'type-change', type], contracts.previewTypeChange, {
      params: { id },
      query: { type },
    }),
    staleTime: 0,
    gcTime: 0,
  }
}

export function useChangeType({ id, projectId }: CustomField) {
  return useMutation({
    mutationFn: (body: TypeChange) => api(contracts.changeFieldType, { params: { id }, body }),
    onSuccess: useInvalidateFields(projectId),
  })
}

export function useAddOption({ id, projectId }: CustomField) {
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: (body: NewFieldOption) => api(contracts.createFieldOption, { params: { id }, body }),
    onSuccess: useInvalidateFields(projectId),
  })
}

export function useChangeOption({ projectId }: CustomField) {
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: ({ id, ...body }: FieldOptionChanges & { id: number }) =>
      api(contracts.updateFieldOption, { params: { id }, body }),
    onSettled: useInvalidateFields(projectId),
  })
}

export function useReorderOptions({ id, projectId }: CustomField) {
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: (optionIds: number[]) =>
      api(contracts.reorderFieldOptions, { params: { id }, body: { optionIds } }),
    onSettled: useInvalidateFields(projectId),
  })
}

/** Returns how many tasks have the option, if it was not deleted because of them. */
export function useDeleteOption({ projectId }: CustomField) {
  const invalidate = useInvalidateFields(projectId)
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: async ({ id, force }: { id: number; force: boolean }): Promise<number> => {
      try {
        await api(contracts.deleteFieldOption, { params: { id }, query: force ? { force } : {} })
        return 0
      } catch (error) {
        if (!isRefused(contracts.deleteFieldOption, error, 'field_option_in_use')) throw error
        return Number(error.details.taskCount)
      }
    },
    onSuccess: invalidate,
  })
}
