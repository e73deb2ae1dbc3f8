import type { Input } from '@atrium/client/client'
import { resetPassword } from '@atrium/identity/mail/password-reset.contract'
import { type Registration, registerUser } from '@atrium/identity/registration/registration.contract'
import { listUsers, type User } from '@atrium/identity/users/user.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { api, replyQuery } from '../../api.ts'

type Query = Input<typeof listUsers>['query']

const USERS_PER_PAGE = 20

/** From the address, so it can be any text; the server validates it and has the defaults. */
export interface UserFilters {
  search?: string
  status?: string
  role?: string
  twoFactor?: string
  from?: string
  to?: string
  orderBy?: string
  page?: string
}

export function usersQuery({ role, twoFactor, from, to, ...filters }: UserFilters) {
  const query = {
    ...filters,
    roleId: role,
    hasTwoFactor: twoFactor,
    createdFrom: from,
    createdTo: to,
    limit: USERS_PER_PAGE,
  }
  return {
    ...replyQuery(['users', 'list', query], listUsers, { query: query as object as Query }),
    placeholderData: keepPreviousData,
  }
}

export type NewUser = Pick<Registration, 'name' | 'surname' | 'email' | 'phone'>

/** The first password is random and never shown: users set their own with the link in the email. */
export function useAddUser() {
  return useMutation({
    mutationFn: async (person: NewUser) => {
      const body = { ...person, password: unknownPassword(), consent: true, consentSource } as const
      const { item } = await api(registerUser, { body })
      return { user: item, isEmailSent: await sendEmail(item) }
    },
    ...conflictsAreExplained,
    onSuccess: useInvalidation(['users']),
  })
}

const consentSource = 'administrator'

function unknownPassword() {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** The user exists already; an email that failed can be sent again from their page. */
async function sendEmail({ email }: User) {
  try {
    await api(resetPassword, { body: { username: email } })
    return true
  } catch {
    return false
  }
}
