import type { ReplyOf } from '@atrium/core/contract'
import type { City, listCities } from '@atrium/identity/reference-data/city.contract'
import type { Language } from '@atrium/identity/reference-data/language.contract'
import type { Post } from '@atrium/identity/reference-data/post.contract'

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
  _meta: ReplyOf<typeof listCities>['_meta']
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
