import type { Registration } from '@atrium/identity/registration/registration.contract'
import type { User } from '@atrium/identity/users/user.contract'
import { type Item, post } from '@atrium/ui/api'
import { conflictsAreExplained } from '@atrium/ui/explained-conflicts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

export type NewUser = Pick<Registration, 'name' | 'surname' | 'email' | 'phone'>

/** Nobody learns the first password: the user chooses their own by the link in the letter. */
export function useAddUser() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (person: NewUser) => {
      const registration = { ...person, password: unknownPassword(), consent: true, consentSource }
      const { item } = await post<Item<User>>('/users', registration)
      return { user: item, isLetterSent: await sendLetter(item) }
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

/** The user is there already; a letter that was not taken can be sent again from their page. */
async function sendLetter({ email }: User) {
  try {
    await post('/auth/password-reset', { username: email })
    return true
  } catch {
    return false
  }
}
