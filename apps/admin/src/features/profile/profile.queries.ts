import type { CurrentUser, ProfileChanges, User } from '@atrium/identity/users/user.contract'
import { type Item, post, put, remove } from '@atrium/ui/api'
import { upload } from '@atrium/ui/upload'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { currentUserQuery } from '../../data/current-user.ts'

export function useChangeProfile(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (changes: ProfileChanges) => put<Item<User>>(`/users/${userId}`, changes),
    onSuccess: ({ item }) => showUser(queryClient, item),
  })
}

interface NewAvatar {
  image: File
  onProgress: (share: number) => void
}

export function useUploadAvatar(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ image, onProgress }: NewAvatar) => {
      const form = new FormData()
      form.append('avatar', image, image.name)
      return upload<Item<User>>(`/users/${userId}/update`, form, onProgress)
    },
    // The dialog says in words what is wrong with the image.
    meta: { tellsItself: true },
    onSuccess: ({ item }) => showUser(queryClient, item),
  })
}

/** The photo is a file, whose address is that of its content without the last part. */
export function useRemoveAvatar({ id, avatarUrl }: User) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => remove(new URL(avatarUrl ?? '').pathname.replace(/\/content$/, '')),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['users', id] }),
        queryClient.invalidateQueries(currentUserQuery),
      ]),
  })
}

export function useResendVerification() {
  return useMutation({ mutationFn: () => post('/auth/verify-email/resend') })
}

/** In every place that shows the user: the lists, their page and, if it is the reader, the frame. */
function showUser(queryClient: QueryClient, user: User) {
  queryClient.setQueryData(currentUserQuery.queryKey, (now: CurrentUser | undefined) =>
    now?.id === user.id ? { ...now, ...user } : now,
  )
  return queryClient.invalidateQueries({ queryKey: ['users'] })
}
