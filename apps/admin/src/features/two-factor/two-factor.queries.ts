import type {
  Proof,
  RecoveryCodes,
  TwoFactor,
  TwoFactorKey,
} from '@atrium/identity/sign-in/two-factor/two-factor.contract'
import { get, type Item, post, remove } from '@atrium/ui/api'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { currentUserQuery } from '../../data/current-user.ts'

export function twoFactorQuery(userId: number) {
  return queryOptions({
    queryKey: ['two-factor', userId],
    queryFn: async ({ signal }) =>
      (await get<Item<TwoFactor>>(`/users/${userId}/two-factor`, {}, signal)).item,
  })
}

// What is shown once is not kept by the browser either.
const shownOnce = { gcTime: 0 }

export function useStartTwoFactor(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    ...shownOnce,
    mutationFn: async (currentPassword: string) =>
      (await post<Item<TwoFactorKey>>(`/users/${userId}/two-factor`, { currentPassword })).item,
    onError: refresh,
  })
}

export function useConfirmTwoFactor(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    ...shownOnce,
    mutationFn: (code: string) => recoveryCodes(`/users/${userId}/two-factor/confirm`, code),
    onSuccess: refresh,
  })
}

export function useRenewRecoveryCodes(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    ...shownOnce,
    mutationFn: (code: string) => recoveryCodes(`/users/${userId}/two-factor/recovery-codes`, code),
    onSuccess: refresh,
  })
}

/** Of somebody else without a proof, by those who may. */
export function useSwitchTwoFactorOff(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: (proof?: Proof) => remove(`/users/${userId}/two-factor`, {}, proof),
    onSettled: refresh,
  })
}

async function recoveryCodes(path: string, code: string) {
  return (await post<Item<RecoveryCodes>>(path, { code })).item.recoveryCodes
}

/** Whether somebody has to set it up is told with the user. */
function useRefresh(userId: number) {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['two-factor', userId] })
    void queryClient.invalidateQueries(currentUserQuery)
  }
}
