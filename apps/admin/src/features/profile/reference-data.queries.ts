import type { City } from '@atrium/identity/reference-data/city.contract'
import type { Language } from '@atrium/identity/reference-data/language.contract'
import type { Post } from '@atrium/identity/reference-data/post.contract'
import { get, type Item, type List } from '@atrium/ui/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const LONGEST_LIST = 1000
const OFFERED_CITIES = 50
const seldomChanges = { staleTime: 10 * 60_000 }

export function cityQuery(id: number | null) {
  return queryOptions({
    queryKey: ['cities', id],
    queryFn: async ({ signal }) => (await get<Item<City>>(`/cities/${id}`, {}, signal)).item,
    enabled: id !== null,
    ...seldomChanges,
  })
}

export function citiesQuery(search: string) {
  return queryOptions({
    queryKey: ['cities', { search }],
    queryFn: ({ signal }) =>
      get<List<City>>('/cities', { search, orderBy: 'name', limit: OFFERED_CITIES }, signal),
    select: ({ items }) => items,
    placeholderData: keepPreviousData,
    ...seldomChanges,
  })
}

export const languagesQuery = queryOptions({
  queryKey: ['languages', 'all'],
  queryFn: ({ signal }) =>
    get<List<Language>>('/languages', { orderBy: 'name', limit: LONGEST_LIST }, signal),
  select: ({ items }) => items,
  ...seldomChanges,
})

export const postsQuery = queryOptions({
  queryKey: ['posts', 'all'],
  queryFn: ({ signal }) => get<List<Post>>('/posts', { orderBy: 'name', limit: LONGEST_LIST }, signal),
  select: ({ items }) => items,
  ...seldomChanges,
})
