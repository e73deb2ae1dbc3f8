import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'
import { texts } from '#texts.ts'

/**
 * Browsers don't send strict cookies with a navigation from another site. This page opens the same address again from
 * our own origin, so that a signed-in user isn't asked to sign in.
 */
export function reopenPage(language: Language, address: string): Page {
  const text = texts(language).oauth.reopen
  return {
    language,
    title: text.wait,
    layout: 'blank',
    head: html`<meta http-equiv="refresh" content="0;url=${address}">`,
    body: html`<h1>${text.wait}</h1><p><a href="${address}">${text.go}</a></p>`,
  }
}
