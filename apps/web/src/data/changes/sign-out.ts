import { signOut } from '@atrium/tasks/sign-in/sign-in.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { forgetUser } from '../session/current-user.ts'
import { forgetChanges } from './task-changes.ts'

/** Also deletes the changes that the server does not have yet. */
export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(signOut),
    onSuccess: async () => {
      await forgetChanges(queryClient).catch(() => {}) // of a browser that stores nothing
      forgetUser(queryClient)
    },
  })
}
