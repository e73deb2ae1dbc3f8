import type { ReplyOf } from '@atrium/core/contract'
import type { City, NewCity } from '@atrium/identity/reference-data/city.contract'
import * as contracts from '@atrium/identity/reference-data/city.contract'
import {
  createLanguage,
  deleteLanguage,
  type Language,
  listLanguages,
  type NewLanguage,
  updateLanguage,
} from '@atrium/identity/reference-data/language.contract'
import {
  createPost,
  deletePost,
  listPosts,
  type NewPost,
  type Post,
  updatePost,
} from '@atrium/identity/reference-data/post.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** By the path of their routes. */
interface ReferenceRecords {
  cities: City
  languages: Language
  posts: Post
}

export type ReferenceKind = keyof ReferenceRecords
export type ReferenceRecord = ReferenceRecords[ReferenceKind]
export interface ReferenceList {
  items: ReferenceRecord[]
  _meta: ReplyOf<typeof contracts.listCities>['_meta']
}
export const referenceKinds: ReferenceKind[] = ['cities', 'languages', 'posts']

/** The fields of a new record; a select is empty as null, a text as ''. */
export const emptyRecords = {
  cities: { name: '', country: null, region: '', timeZone: null },
  languages: { code: '', name: '', nativeName: '' },
  posts: { name: '', description: '' },
}

/** One line about a record, after its name. */
export function aboutRecord(record: ReferenceRecord, language: string) {
  if ('country' in record) {
    const country = new Intl.DisplayNames(language, { type: 'region' }).of(record.country)
    return [record.region, country, record.timeZone].filter(Boolean).join(' · ')
  }
  if ('code' in record) return [record.code, record.nativeName].filter(Boolean).join(' · ')
  return record.description
}

const RECORDS_PER_PAGE = 20

export type RecordFields = Record<string, string | null>

interface ListInput {
  query: { search: string; page: number; orderBy: 'name'; limit: number }
  signal: AbortSignal
}

/** The form of a kind has the fields of its body, all of them as text. */
const calls = {
  cities: {
    list: (input: ListInput) => api(contracts.listCities, input),
    create: (fields: RecordFields) => api(contracts.createCity, { body: fields as NewCity }),
    update: (id: number, fields: RecordFields) =>
      api(contracts.updateCity, { params: { id }, body: fields as NewCity }),
    delete: (id: number) => api(contracts.deleteCity, { params: { id } }),
  },
  languages: {
    list: (input: ListInput) => api(listLanguages, input),
    create: (fields: RecordFields) => api(createLanguage, { body: fields as NewLanguage }),
    update: (id: number, fields: RecordFields) =>
      api(updateLanguage, { params: { id }, body: fields as NewLanguage }),
    delete: (id: number) => api(deleteLanguage, { params: { id } }),
  },
  posts: {
    list: (input: ListInput) => api(listPosts, input),
    create: (fields: RecordFields) => api(createPost, { body: fields as NewPost }),
    update: (id: number, fields: RecordFields) =>
      api(updatePost, { params: { id }, body: fields as NewPost }),
    delete: (id: number) => api(deletePost, { params: { id } }),
  },
}

export function recordsQuery(kind: ReferenceKind, search: string, page: number) {
  return queryOptions({
    queryKey: [kind, { search, page }],
    queryFn: ({ signal }): Promise<ReferenceList> =>
      calls[kind].list({ query: { search, page, orderBy: 'name', limit: RECORDS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })
}

export function useSaveRecord(kind: ReferenceKind) {
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: async ({ id, fields }: { id: number | undefined; fields: RecordFields }) =>
      id ? calls[kind].update(id, fields) : calls[kind].create(fields),
    onSuccess: useInvalidation([kind]),
  })
}

export function useDeleteRecord(kind: ReferenceKind) {
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: (id: number) => calls[kind].delete(id),
    onSuccess: useInvalidation([kind]),
  })
}
