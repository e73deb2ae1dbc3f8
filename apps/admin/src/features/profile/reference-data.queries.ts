import { getCity, listCities } from '@atrium/identity/reference-data/city.contract'
import { listLanguages } from '@atrium/identity/reference-data/language.contract'
import { listPosts } from '@atrium/identity/reference-data/post.contract'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../api.ts'

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
