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
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from '../../api.ts'
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
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(deleteFile, { params: { id: fileIdIn(avatarUrl ?? '') } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['users', id] }),
        queryClient.invalidateQueries(currentUserQuery),
      ]),
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
  return queryOptions({
    queryKey: ['cities', { search }],
    queryFn: ({ signal }) =>
      api(listCities, { query: { search, orderBy: 'name', limit: OFFERED_CITIES }, signal }),
    select: ({ items }) => items,
    placeholderData: keepPreviousData,
    ...seldomChanges,
  })
}

export const languagesQuery = queryOptions({
  queryKey: ['languages', 'all'],
  queryFn: ({ signal }) => api(listLanguages, { query: { orderBy: 'name', limit: MAX_LIMIT }, signal }),
  select: ({ items }) => items,
  ...seldomChanges,
})

export const postsQuery = queryOptions({
  queryKey: ['posts', 'all'],
  queryFn: ({ signal }) => api(listPosts, { query: { orderBy: 'name', limit: MAX_LIMIT }, signal }),
  select: ({ items }) => items,
  ...seldomChanges,
})
