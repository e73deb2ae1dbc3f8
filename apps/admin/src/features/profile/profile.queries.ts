import { getCity, listCities } from '@atrium/identity/reference-data/city.contract'
import { listLanguages } from '@atrium/identity/reference-data/language.contract'
import { listPosts } from '@atrium/identity/reference-data/post.contract'
import { deleteFile } from '@atrium/identity/storage/file.contract'
import {
  type CurrentUser,
  type ProfileChanges,
  type User,
  updateProfile,
  updateProfileWithAvatar,
} from '@atrium/identity/users/user.contract'
import { useInvalidation } from '@atrium/ui/queries'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { api, listQuery } from '../../api.ts'
import { currentUserQuery } from '../../data/current-user.ts'

export function useUpdateProfile(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (changes: ProfileChanges) => api(updateProfile, { params: { id: userId }, body: changes }),
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
    mutationFn: ({ image, onProgress }: NewAvatar) =>
      api.upload(updateProfileWithAvatar, { params: { id: userId }, body: { avatar: image } }, onProgress),
    // The dialog says in words what is wrong with the image.
    meta: { showsOwnErrors: true },
    onSuccess: ({ item }) => showUser(queryClient, item),
  })
}

/** The photo is a file; the address of its content has its id. */
export function useRemoveAvatar({ id, avatarUrl }: User) {
  return useMutation({
    mutationFn: () => api(deleteFile, { params: { id: fileIdIn(avatarUrl ?? '') } }),
    onSuccess: useInvalidation(['users', id], currentUserQuery.queryKey),
  })
}

function fileIdIn(avatarUrl: string) {
  return Number(/\/(\d+)\/content$/.exec(avatarUrl)?.[1])
}

/** Everywhere that shows the user: lists, their page and, if it is the reader, the app frame. */
function showUser(queryClient: QueryClient, user: User) {
  queryClient.setQueryData(currentUserQuery.queryKey, (now: CurrentUser | undefined) =>
    now?.id === user.id ? { ...now, ...user } : now,
  )
  return queryClient.invalidateQueries({ queryKey: ['users'] })
}

const MAX_LIMIT = 1000
const OFFERED_CITIES = 50
const seldomChanges = { staleTime: 10 * 60_000 }

export function cityQuery(id: number | null) {
  return queryOptions({
    queryKey: ['cities', id],
    queryFn:
      id === null ? skipToken : async ({ signal }) => (await api(getCity, { params: { id }, signal })).item,
    ...seldomChanges,
  })
}

export function citiesQuery(search: string) {
  return {
    ...listQuery(['cities', { search }], listCities, {
      query: { search, orderBy: 'name', limit: OFFERED_CITIES },
    }),
    placeholderData: keepPreviousData,
    ...seldomChanges,
  }
}

export const languagesQuery = {
  ...listQuery(['languages', 'all'], listLanguages, { query: { orderBy: 'name', limit: MAX_LIMIT } }),
  ...seldomChanges,
}

export const postsQuery = {
  ...listQuery(['posts', 'all'], listPosts, { query: { orderBy: 'name', limit: MAX_LIMIT } }),
  ...seldomChanges,
}
