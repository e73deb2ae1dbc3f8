import { type Branding, getBranding } from '@atrium/core/branding.contract'
import type { InputOf } from '@atrium/core/contract'
import * as contracts from '@atrium/identity/admin/branding/branding.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemQuery } from '../../api.ts'

export const brandingQuery = itemQuery(['branding'], getBranding)

export function useChangeBranding() {
  const onSuccess = useKeepBranding()
  return useMutation({
    mutationFn: (body: InputOf<typeof contracts.changeBranding.body>) =>
      api(contracts.changeBranding, { body }),
    onSuccess,
  })
}

export function useReplaceLogo() {
  const onSuccess = useKeepBranding()
  return useMutation({
    mutationFn: (file: File) => api(contracts.replaceLogo, { body: { file } }),
    onSuccess,
  })
}

export function useRemoveLogo() {
  const onSuccess = useKeepBranding()
  return useMutation({ mutationFn: () => api(contracts.removeLogo), onSuccess })
}

/** Every answer is the whole branding. */
function useKeepBranding() {
  const queryClient = useQueryClient()
  return ({ item }: { item: Branding }) => queryClient.setQueryData(brandingQuery.queryKey, item)
}
