import type {
  Education,
  EducationChanges,
  NewEducation,
} from '@atrium/identity/users/user-education.contract'
import { get, type List, post, put, remove } from '@atrium/ui/api'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

const LONGEST_LIST = 1000

export function educationsQuery(userId: number) {
  return queryOptions({
    queryKey: ['users', userId, 'educations'],
    queryFn: ({ signal }) =>
      get<List<Education>>(
        '/user-educations',
        { userId, orderBy: '-startedOn', limit: LONGEST_LIST },
        signal,
      ),
    select: ({ items }) => items,
  })
}

export type EducationFields = Required<Omit<NewEducation, 'userId'>>

/** A new one, or the one with this id. */
export function useSaveEducation(userId: number) {
  return useEducationMutation(userId, ({ id, ...fields }: EducationFields & { id: number | undefined }) =>
    id === undefined
      ? post('/user-educations', { ...fields, userId } satisfies NewEducation)
      : put(`/user-educations/${id}`, fields satisfies EducationChanges),
  )
}

export function useDeleteEducation(userId: number) {
  return useEducationMutation(userId, (id: number) => remove(`/user-educations/${id}`))
}

function useEducationMutation<Input>(userId: number, mutationFn: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['users', userId, 'educations'] }),
  })
}
