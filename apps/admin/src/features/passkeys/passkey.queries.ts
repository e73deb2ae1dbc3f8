import type { Passkey } from '@atrium/identity/sign-in/passkeys/passkey.contract'
import { get, type Item, type List, post, put, remove } from '@atrium/ui/api'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { currentUserQuery } from '../../data/current-user.ts'
import { type MadePasskey, makePasskey, PasskeyProblem } from './make-passkey.ts'

// Nobody has more devices than this.
const limit = 100

export function passkeysQuery(userId: number) {
  return queryOptions({
    queryKey: ['passkeys', userId],
    queryFn: async ({ signal }) =>
      (await get<List<Passkey>>(`/users/${userId}/passkeys`, { limit }, signal)).items,
  })
}

/** Made in the browser, and not yet known to the server. */
export function useMakePasskey(userId: number) {
  return useMutation({
    gcTime: 0,
    meta: { showsOwnErrors: true },
    mutationFn: (currentPassword: string) => makePasskey(userId, currentPassword),
    onError: error => {
      if (!(error instanceof PasskeyProblem)) conflictsAreExplained.onError(error)
    },
  })
}

export function useAddPasskey(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    mutationFn: (passkey: MadePasskey & { name: string }) =>
      post<Item<Passkey>>(`/users/${userId}/passkeys`, passkey),
    onSuccess: refresh,
  })
}

export function useRenamePasskey(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    mutationFn: ({ id, name }: Pick<Passkey, 'id' | 'name'>) =>
      put(`/users/${userId}/passkeys/${id}`, { name }),
    onSuccess: refresh,
  })
}

export function useRemovePasskey(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: (id: number) => remove(`/users/${userId}/passkeys/${id}`),
    onSettled: refresh,
  })
}

/** Whether somebody has to set up a second factor is told with the user. */
function useRefresh(userId: number) {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['passkeys', userId] })
    void queryClient.invalidateQueries(currentUserQuery)
  }
}
