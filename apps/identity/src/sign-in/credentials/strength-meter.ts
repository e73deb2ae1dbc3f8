import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import { accountTexts } from '#texts.ts'

/** Below the field `password` of a page: its script shows how strong the password is, and what would make it stronger. */
export function strengthMeter(language: Language) {
  const { levels, hints } = accountTexts(language).passwordStrength
  const texts = JSON.stringify({ levels: Object.values(levels), hints })
  return html`<div class="strength" id="strength" aria-live="polite" data-texts="${texts}" hidden><span class="bar" aria-hidden="true"></span><strong></strong><p class="hint"></p></div>`
}
