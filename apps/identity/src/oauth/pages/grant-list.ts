import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import { scopeKey } from '#access-control/scopes.contract.ts'
import { accountTexts, texts } from '#texts.ts'

/** What an application can do with its scopes; those that the user has not allowed before are marked if there are others. */
export function grantList(language: Language, scopes: string[], allowed: string[] = []) {
  const isNew = (scope: string) => allowed.length > 0 && !allowed.includes(scope)
  const badge = html` <span class="badge">${texts(language).oauth.consent.isNew}</span>`
  return html`<ul class="grants">
${scopes.map(scope => html`<li>${scopeText(language, scope)}${isNew(scope) && badge}</li>`)}
</ul>`
}

/** A scope that has no text is shown as it is. */
function scopeText(language: Language, scope: string) {
  const known: Record<string, string> = accountTexts(language).scopes
  return known[scopeKey(scope)] ?? scope
}
