import { ValidationFailed } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import type { LanguageChanges, NewLanguage } from './language.contract.ts'
import { deleteLanguage, insertLanguage, updateLanguage } from './language.queries.ts'

export function createLanguage(deps: Deps, actor: Actor, input: NewLanguage) {
  return inTransaction(deps, async tx => {
    const language = await insertLanguage(tx, withTag(input))
    await audit(deps, tx, actor, told('language.created', language.id, input))
    return language
  })
}

export function changeLanguage(deps: Deps, actor: Actor, id: number, changes: LanguageChanges) {
  return inTransaction(deps, async tx => {
    const language = await updateLanguage(tx, id, withTag(changes))
    await audit(deps, tx, actor, told('language.changed', id, changes))
    return language
  })
}

export function removeLanguage(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const { code, name } = await deleteLanguage(tx, id)
    await audit(deps, tx, actor, told('language.deleted', id, { code, name }))
  })
}

function told(action: string, subjectId: number, details: Record<string, unknown>) {
  return { action, subjectType: 'language' as const, subjectId, details }
}

/** BCP 47 tags mean the same in any case; each is stored in one, so that it is unique. */
function withTag<T extends LanguageChanges>(language: T): T {
  return language.code === undefined ? language : { ...language, code: languageTag(language.code) }
}

/** Only the case is put right: Intl would also make one language of another, as of `tl` Filipino. */
function languageTag(code: string) {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(code)
    return tag.toLowerCase() === code.toLowerCase() ? tag : code.toLowerCase()
  } catch {
    throw new ValidationFailed({ code: ['must be a language tag of BCP 47 such as en or pt-BR'] })
  }
}
