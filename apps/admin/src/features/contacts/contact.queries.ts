import type { Contact, NewContact } from '@atrium/identity/users/user-contact.contract'
import * as contracts from '@atrium/identity/users/user-contact.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { contactTypes } from './contact-types.ts'

const MAX_LIMIT = 1000

export function contactsQuery(userId: number) {
  return queryOptions({
    queryKey: ['users', userId, 'contacts'],
    queryFn: ({ signal }) => api(contracts.listContacts, { query: { userId, limit: MAX_LIMIT }, signal }),
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
  return useContactMutation(userId, async ({ id, ...fields }: ContactFields & { id: number | undefined }) =>
    id === undefined
      ? api(contracts.createContact, { body: { ...fields, userId } })
      : api(contracts.updateContact, { params: { id }, body: fields }),
  )
}

export function useDeleteContact(userId: number) {
  return useContactMutation(userId, (id: number) => api(contracts.deleteContact, { params: { id } }))
}

function useContactMutation<Input>(userId: number, mutationFn: (input: Input) => Promise<unknown>) {
  return useMutation({
    mutationFn,
    onSuccess: useInvalidation(['users', userId, 'contacts']),
  })
}
