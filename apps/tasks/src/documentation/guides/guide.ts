import { type Html, html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'

/** Of the running services, so that the examples can be pasted into a terminal. */
export interface Addresses {
  tasks: string
  identity: string
}

interface GuideTexts {
  title: string
  lead: string
  body: (at: Addresses) => Html
}

/** Long pages are written in some languages only. */
export type Guide = { en: GuideTexts } & Partial<Record<Language, GuideTexts>>

export function guideIn(language: Language, guide: Guide): GuideTexts {
  return guide[language] ?? guide.en
}

export function example(text: string) {
  return html`<pre tabindex="0"><code>${text}</code></pre>`
}

/** The first cell of each row is code. */
export function table(headings: string[], rows: [string, ...(string | Html)[]][]) {
  const head = headings.map(heading => html`<th scope="col">${heading}</th>`)
  const body = rows.map(
    ([code, ...words]) =>
      html`<tr><th scope="row"><code>${code}</code></th>${words.map(word => html`<td>${word}</td>`)}</tr>`,
  )
  return html`<div class="table"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}
