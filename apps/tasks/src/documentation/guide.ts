import { type Html, html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'

/** What a guide's examples are made with, so that they can be pasted as they are. */
export interface Addresses {
  tasks: string
  identity: string
}

export interface Guide {
  title: string
  lead: string
  body: (at: Addresses) => Html
}

export type GuideInLanguages = Record<Language, Guide>

export function example(text: string) {
  return html`<pre tabindex="0"><code>${text}</code></pre>`
}

/** Each row's first cell is a code, the others are words. */
export function table(headings: string[], rows: [string, ...(string | Html)[]][]) {
  const head = headings.map(heading => html`<th scope="col">${heading}</th>`)
  const body = rows.map(
    ([code, ...words]) =>
      html`<tr><th scope="row"><code>${code}</code></th>${words.map(word => html`<td>${word}</td>`)}</tr>`,
  )
  return html`<div class="table"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}
