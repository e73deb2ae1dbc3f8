import type { Contact, ContactChanges, NewContact } from '@atrium/identity/users/user-contact.contract'
import { get, type List, post, put, remove } from '@atrium/ui/api'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { contactTypes } from './contact-types.ts'

const LONGEST_LIST = 1000

export function contactsQuery(userId: number) {
  return queryOptions({
    queryKey: ['users', userId, 'contacts'],
    queryFn: ({ signal }) => get<List<Contact>>('/user-contacts', { userId, limit: LONGEST_LIST }, signal),
    select: ({ items }) => items.toSorted(byKind),
  })
}

/** The primary one of a kind first. */
function byKind(one: Contact, other: Contact) {
  const kinds = contactTypes.indexOf(one.type) - contactTypes.indexOf(other.type)
  return kinds || Number(other.isPrimary) - Number(one.isPrimary)
}

export type ContactFields = Required<Omit<NewContact, 'userId'>>

/** A new one, or the one with this id. */
export function useSaveContact(userId: number) {
  return useContactMutation(userId, ({ id, ...fields }: ContactFields & { id: number | undefined }) =>
    id === undefined
      ? post('/user-contacts', { ...fields, userId } satisfies NewContact)
      : put(`/user-contacts/${id}`, fields satisfies ContactChanges),
  )
}

export function useDeleteContact(userId: number) {
  return useContactMutation(userId, (id: number) => remove(`/user-contacts/${id}`))
}

function useContactMutation<Input>(userId: number, mutationFn: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['users', userId, 'contacts'] }),
  })
}
