import { resetPassword } from '@atrium/identity/mail/password-reset.contract'
import { type Registration, registerUser } from '@atrium/identity/registration/registration.contract'
import type { User } from '@atrium/identity/users/user.contract'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'

export type NewUser = Pick<Registration, 'name' | 'surname' | 'email' | 'phone'>

/** Nobody learns the first password: the user sets their own with the link in the email. */
export function useAddUser() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (person: NewUser) => {
      const body = { ...person, password: unknownPassword(), consent: true, consentSource } as const
      const { item } = await api(registerUser, { body })
      return { user: item, isEmailSent: await sendEmail(item) }
    },
    ...conflictsAreExplained,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
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
