import type { City } from '@atrium/identity/reference-data/city.contract'
import type { Language } from '@atrium/identity/reference-data/language.contract'
import type { Post } from '@atrium/identity/reference-data/post.contract'

/** What there is to look after, by the address of its routes. */
interface ReferenceRecords {
  cities: City
  languages: Language
  posts: Post
}

export type ReferenceKind = keyof ReferenceRecords
export type ReferenceRecord = ReferenceRecords[ReferenceKind]
export const referenceKinds: ReferenceKind[] = ['cities', 'languages', 'posts']

/** One line about a record, after its name. */
export function aboutRecord(record: ReferenceRecord, language: string) {
  if ('country' in record) {
    const country = new Intl.DisplayNames(language, { type: 'region' }).of(record.country)
    return [record.region, country, record.timeZone].filter(Boolean).join(' · ')
  }
  if ('code' in record) return [record.code, record.nativeName].filter(Boolean).join(' · ')
  return record.description
}
