import { escapeHtml, jsonHeaders, type WebhookFormat } from './format.ts'

/** `https://api.telegram.org/bot<token>/sendMessage?chat_id=…`: what its query names goes into the body. */
export const telegram: WebhookFormat = {
  name: 'telegram',
  markup: {
    escape: escapeHtml,
    link: (label, url) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`,
  },
  createRequest: (url, { lines }) => {
    const address = new URL(url)
    const target = Object.fromEntries(address.searchParams)
    address.search = ''
    const text = { text: lines.join('\n'), parse_mode: 'HTML', link_preview_options: { is_disabled: true } }
    return {
      url: address.href,
      method: 'POST',
      headers: jsonHeaders,
      body: JSON.stringify({ ...target, ...text }),
    }
  },
}
