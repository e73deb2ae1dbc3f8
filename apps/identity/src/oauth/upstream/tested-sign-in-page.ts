import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'
import { problem } from '@atrium/http/pages/page-form'
import { fillIn } from '@atrium/texts/fill-in'
import type { TestOutcome } from '#sign-in/provider-test/findings.ts'
import type { StoredProvider } from '#sign-in/providers/provider.queries.ts'
import { texts } from '#texts.ts'

interface TestedSignIn {
  language: Language
  provider: Pick<StoredProvider, 'name' | 'slug'>
  outcome: TestOutcome
  /** Nothing, if the sign-in has failed at the provider. */
  received?: Record<string, unknown>
}

/** Where an administrator sets the provider up. */
export function providerPage({ slug }: Pick<StoredProvider, 'slug'>) {
  return `/admin/sign-in-providers/${slug}`
}

/** Shows an administrator what the provider has sent about them, and what would become of it. */
export function testedSignInPage({ language, provider, outcome, received }: TestedSignIn): Page {
  const { isReady, steps } = outcome
  const { testedSignIn: text } = texts(language).oauth
  const names: Record<string, string> = text.steps
  return {
    language,
    title: fillIn(text.title, { name: provider.name }, language),
    layout: 'guide',
    reopensAt: providerPage(provider),
    body: html`<h1>${fillIn(text.title, { name: provider.name }, language)}</h1>
<p class="lead">${text.lead}</p>
${isReady ? html`<p class="notice" role="status">${text.ready}</p>` : problem(text.notReady)}
${steps.map(
  ({ step, message, advice }) => html`<h2>${names[step]}</h2>
<p>${message}</p>
${advice !== null && html`<p><strong>${advice}</strong></p>`}`,
)}
${
  received &&
  html`<h2>${text.received}</h2>
<pre tabindex="0">${JSON.stringify(received, null, 2)}</pre>`
}
<p class="links"><a href="${providerPage(provider)}">${text.back}</a></p>`,
  }
}
