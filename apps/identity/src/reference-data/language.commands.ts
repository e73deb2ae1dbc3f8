import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { ValidationFailed } from '#errors.ts'
import type { LanguageChanges, NewLanguage } from './language.contract.ts'
import * as queries from './language.queries.ts'

export function createLanguage(deps: Deps, actor: Actor, input: NewLanguage) {
  return inTransaction(deps, async tx => {
    const language = await queries.insertLanguage(tx, withTag(input))
    await audit(deps, tx, actor, record('language.created', language.id, input))
    return language
  })
}

export function updateLanguage(deps: Deps, actor: Actor, id: number, changes: LanguageChanges) {
  return inTransaction(deps, async tx => {
    const language = await queries.updateLanguage(tx, id, withTag(changes))
    await audit(deps, tx, actor, record('language.changed', id, changes))
    return language
  })
}

export function deleteLanguage(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const { code, name } = await queries.deleteLanguage(tx, id)
    await audit(deps, tx, actor, record('language.deleted', id, { code, name }))
  })
}

function record(action: string, subjectId: number, details: Record<string, unknown>) {
  return { action, subjectType: 'language' as const, subjectId, details }
}

/** BCP 47 tags are case-insensitive; each is stored in one case, so that it is unique. */
function withTag<T extends LanguageChanges>(language: T): T {
  return language.code === undefined ? language : { ...language, code: languageTag(language.code) }
}

/** Only the case is normalized: Intl would also replace one language with another, as `tl` with `fil`. */
function languageTag(code: string) {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(code)
    return tag.toLowerCase() === code.toLowerCase() ? tag : code.toLowerCase()
  } catch {
    throw new ValidationFailed({ code: 'language_tag_expected' })
  }
}
