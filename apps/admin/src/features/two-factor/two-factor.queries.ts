import type { PasswordOrCode } from '@atrium/identity/sign-in/two-factor/two-factor.contract'
import * as contracts from '@atrium/identity/sign-in/two-factor/two-factor.contract'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemQuery } from '../../api.ts'
import { currentUserQuery } from '../../data/current-user.ts'

export function twoFactorQuery(userId: number) {
  return itemQuery(['two-factor', userId], contracts.getTwoFactor, { params: { id: userId } })
}

// What is shown only once is not kept in the cache either.
const shownOnce = { gcTime: 0 }

export function useStartTwoFactor(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    ...shownOnce,
    mutationFn: async (currentPassword: string) =>
      (await api(contracts.startTwoFactor, { params: { id: userId }, body: { currentPassword } })).item,
    onError: refresh,
  })
}

/** Resolves to the recovery codes. */
export function useTurnOnTwoFactor(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    ...shownOnce,
    mutationFn: async (code: string) =>
      (await api(contracts.turnOnTwoFactor, { params: { id: userId }, body: { code } })).item.recoveryCodes,
    onSuccess: refresh,
  })
}

export function useRenewRecoveryCodes(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    ...shownOnce,
    mutationFn: async (code: string) =>
      (await api(contracts.renewRecoveryCodes, { params: { id: userId }, body: { code } })).item
        .recoveryCodes,
    onSuccess: refresh,
  })
}

/** An administrator does it for another user without a proof. */
export function useTurnOffTwoFactor(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: (proof?: PasswordOrCode) =>
      api(contracts.turnOffTwoFactor, { params: { id: userId }, body: proof ?? null }),
    onSettled: refresh,
  })
}

/** The current user has the information whether a second factor must be set up. */
function useRefresh(userId: number) {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['two-factor', userId] })
    void queryClient.invalidateQueries(currentUserQuery)
  }
}
