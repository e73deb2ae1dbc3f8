import { escapeHtml, jsonHeaders, type WebhookFormat } from './format.ts'

/**
 * `https://…/_matrix/client/v3/rooms/<room>/send/m.room.message?access_token=…`. The transaction that the path ends with is the
 * id of the message, so that a room shows it once, however often it is sent. The token goes into a header.
 */
export const matrix: WebhookFormat = {
  name: 'matrix',
  markup: {
    escape: escapeHtml,
    link: (label, url) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`,
  },
  createRequest: (url, { id, lines }) => {
    const address = new URL(url)
    const token = address.searchParams.get('access_token')
    address.searchParams.delete('access_token')
    address.pathname = `${address.pathname.replace(/\/$/, '')}/${encodeURIComponent(id)}`
    const html = lines.join('<br>')
    return {
      url: address.href,
      method: 'PUT',
      headers: { ...jsonHeaders, ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({
        msgtype: 'm.notice',
        body: textOf(lines.join('\n')),
        format: 'org.matrix.custom.html',
        formatted_body: html,
      }),
    }
  },
}

/** For clients that show no HTML. */
function textOf(html: string) {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
