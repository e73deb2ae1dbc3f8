import { type Branding, legalLinks, ownBranding } from '@atrium/core/branding.contract'
import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import { languageEntry } from '@atrium/core/languages'
import { texts as sharedTexts } from '@atrium/texts/shared'
import type { RenderedEmail } from './mailer.ts'

export interface Email {
  language: Language
  subject: string
  paragraphs: string[]
  items?: Item[]
  button?: { label: string; address: string }
  /** What to do if the recipient did not request it. */
  footnote: string
}

const OWN_ACCENT = '#3357e6'

interface Item {
  title: string
  text: string
  address?: string | undefined
}

/** Renders an email as plain text and as HTML that loads nothing. Links lead only to the addresses of items and the button. */
export function renderEmail(
  to: string,
  { language, items: given = [], button, ...texts }: Email,
  branding: Branding = ownBranding,
): RenderedEmail {
  const accent = branding.accentColor ?? OWN_ACCENT
  const signature = signatureOf(branding, language)
  const subject = withoutLinks(texts.subject)
  const paragraphs = texts.paragraphs.map(withoutLinks)
  const footnote = withoutLinks(texts.footnote)
  const items = given.map(item => ({
    ...item,
    title: withoutLinks(item.title),
    text: withoutLinks(item.text),
  }))
  const text = [
    ...paragraphs,
    ...items.map(({ title, text, address }) => [`• ${title}`, text, address].filter(Boolean).join('\n  ')),
    ...(button ? [`${button.label}:\n${button.address}`] : []),
    [
      '—',
      footnote,
      ...signature.lines,
      ...signature.links.map(({ label, address }) => `${label}: ${address}`),
    ].join('\n'),
  ].join('\n\n')
  const page = html`<!doctype html>
<html lang="${language}"${languageEntry(language).direction === 'rtl' && html` dir="rtl"`}>
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f8;color:#1c2230;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:14px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${subject}</h1>
${paragraphs.map(paragraph => html`<p style="margin:0 0 16px">${paragraph}</p>`)}
${items.map(item => itemInHtml(item, accent))}
${
  button &&
  html`<p style="margin:24px 0"><a href="${button.address}" style="display:inline-block;padding:12px 20px;border-radius:9px;background:${accent};color:#ffffff;text-decoration:none;font-weight:600">${button.label}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5d6679;word-break:break-all">${button.address}</p>`
}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d5dae4;font-size:13px;color:#5d6679">${footnote}</p>
${signature.lines.map(line => html`<p style="margin:12px 0 0;font-size:13px;color:#5d6679">${line}</p>`)}
${
  signature.links.length > 0 &&
  html`<p style="margin:12px 0 0;font-size:13px">${signature.links.map(
    ({ label, address }) => html`<a href="${address}" style="margin-right:12px;color:#5d6679">${label}</a>`,
  )}</p>`
}
</div>
</body>
</html>
`
  const { senderName } = branding
  return { to, subject, text: `${text}\n`, html: page.text, ...(senderName !== null && { senderName }) }
}

function itemInHtml({ title, text, address }: Item, accent: string) {
  const heading = address
    ? html`<a href="${address}" style="color:${accent};font-weight:600">${title}</a>`
    : html`<strong>${title}</strong>`
  return html`<p style="margin:0 0 12px">${heading}${text && html`<br>${text}`}</p>
`
}

/** What administrators want below every email: their line, and the links that the law asks for. */
function signatureOf(branding: Branding, language: Language) {
  const { emailFooter, emailFooterRu } = branding
  const line = language === 'ru' ? (emailFooterRu ?? emailFooter) : emailFooter
  const { legal } = sharedTexts(language).pages
  const links = legalLinks.flatMap(name => {
    const address = branding[`${name}Url`]
    return address ? [{ label: legal[name], address }] : []
  })
  return { lines: line ? [line] : [], links }
}

const SCHEME = /[a-z][a-z\d+.-]*:\/\/+|\b(?:mailto|tel|sms|javascript|data):/giu
/** A dot, or a character that host names treat as one, before something that can be a top-level domain. */
const HOST_DOT = /(?<=[\p{L}\p{N}_-])[.\u2024\u3002\uff0e\uff61](?=[\p{L}\p{N}_-]*\p{L}{2})/gu

/**
 * Names of people, projects and tasks are in emails to people who did not ask for them. Programs that show emails turn
 * addresses in plain text into links, so nothing in a text may look like one.
 */
function withoutLinks(text: string) {
  return text.replace(SCHEME, ' ').replace(HOST_DOT, ' ')
}
