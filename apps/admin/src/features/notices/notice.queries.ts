import type { InputOf } from '@atrium/core/contract'
import type { Notices } from '@atrium/core/notices.contract'
import * as contracts from '@atrium/identity/admin/notices/notice.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { noticesQuery } from '../../data/notices.ts'

export function useStartMaintenance() {
  const onSuccess = useKeepNotices()
  return useMutation({
    mutationFn: (body: InputOf<typeof contracts.startMaintenance.body>) =>
      api(contracts.startMaintenance, { body }),
    onSuccess,
  })
}

export function useEndMaintenance() {
  const onSuccess = useKeepNotices()
  return useMutation({ mutationFn: () => api(contracts.endMaintenance), onSuccess })
}

export function useSetBanner() {
  const onSuccess = useKeepNotices()
  return useMutation({
    mutationFn: (body: InputOf<typeof contracts.setBanner.body>) => api(contracts.setBanner, { body }),
    onSuccess,
  })
}

export function useRemoveBanner() {
  const onSuccess = useKeepNotices()
  return useMutation({ mutationFn: () => api(contracts.removeBanner), onSuccess })
}

/** Every answer contains all notices. */
function useKeepNotices() {
  const queryClient = useQueryClient()
  return ({ item }: { item: Notices }) => queryClient.setQueryData(noticesQuery.queryKey, item)
}
