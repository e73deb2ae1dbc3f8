import { disconnectApplication, listApplications } from '@atrium/identity/oauth/consent/application.contract'
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, replyQuery } from '../../api.ts'

const APPLICATIONS_PER_PAGE = 20

export function applicationsQuery(userId: number, page: number) {
  return {
    ...replyQuery(['applications', userId, { page }], listApplications, {
      params: { id: userId },
      query: { page, limit: APPLICATIONS_PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  }
}

export function useDisconnectApplication(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (applicationId: number) =>
      api(disconnectApplication, { params: { id: userId, applicationId } }),
    // After an error too: the list is probably outdated.
    onSettled: () =>
      Promise.all(
        ['applications', 'sessions'].map(name => queryClient.invalidateQueries({ queryKey: [name, userId] })),
      ),
  })
}
