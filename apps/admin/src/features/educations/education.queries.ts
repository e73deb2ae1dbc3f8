import type { NewEducation } from '@atrium/identity/users/user-education.contract'
import * as contracts from '@atrium/identity/users/user-education.contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'

const MAX_LIMIT = 1000

export function educationsQuery(userId: number) {
  return queryOptions({
    queryKey: ['users', userId, 'educations'],
    queryFn: ({ signal }) =>
      api(contracts.listEducations, { query: { userId, orderBy: '-startedOn', limit: MAX_LIMIT }, signal }),
    select: ({ items }) => items,
  })
}

export type EducationFields = Required<Omit<NewEducation, 'userId'>>

/** A new one, or the one with this id. */
export function useSaveEducation(userId: number) {
  return useEducationMutation(
    userId,
    async ({ id, ...fields }: EducationFields & { id: number | undefined }) =>
      id === undefined
        ? api(contracts.createEducation, { body: { ...fields, userId } })
        : api(contracts.updateEducation, { params: { id }, body: fields }),
  )
}

export function useDeleteEducation(userId: number) {
  return useEducationMutation(userId, (id: number) => api(contracts.deleteEducation, { params: { id } }))
}

function useEducationMutation<Input>(userId: number, mutationFn: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['users', userId, 'educations'] }),
  })
}
