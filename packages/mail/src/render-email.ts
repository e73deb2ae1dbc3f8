import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import { languageEntry } from '@atrium/core/languages'
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

interface Item {
  title: string
  text: string
  address?: string | undefined
}

/** Renders an email as plain text and as HTML that loads nothing. Links lead only to the addresses of items and the button. */
export function renderEmail(
  to: string,
  { language, items: given = [], button, ...texts }: Email,
): RenderedEmail {
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
    `—\n${footnote}`,
  ].join('\n\n')
  const page = html`<!doctype html>
<html lang="${language}"${languageEntry(language).direction === 'rtl' && html` dir="rtl"`}>
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f8;color:#1c2230;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:14px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${subject}</h1>
${paragraphs.map(paragraph => html`<p style="margin:0 0 16px">${paragraph}</p>`)}
${items.map(itemInHtml)}
${
  button &&
  html`<p style="margin:24px 0"><a href="${button.address}" style="display:inline-block;padding:12px 20px;border-radius:9px;background:#3357e6;color:#ffffff;text-decoration:none;font-weight:600">${button.label}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5d6679;word-break:break-all">${button.address}</p>`
}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d5dae4;font-size:13px;color:#5d6679">${footnote}</p>
</div>
</body>
</html>
`
  return { to, subject, text: `${text}\n`, html: page.text }
}

function itemInHtml({ title, text, address }: Item) {
  const heading = address
    ? html`<a href="${address}" style="color:#3357e6;font-weight:600">${title}</a>`
    : html`<strong>${title}</strong>`
  return html`<p style="margin:0 0 12px">${heading}${text && html`<br>${text}`}</p>
`
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
