import type { NewEducation } from '@atrium/identity/users/user-education.contract'
import * as contracts from '@atrium/identity/users/user-education.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { useMutation } from '@tanstack/react-query'
import { api, listQuery } from '../../api.ts'

const MAX_LIMIT = 1000

export function educationsQuery(userId: number) {
  return listQuery(['users', userId, 'educations'], contracts.listEducations, {
    query: { userId, orderBy: '-startedOn', limit: MAX_LIMIT },
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
  return useMutation({
    mutationFn,
    onSuccess: useInvalidation(['users', userId, 'educations']),
  })
}
