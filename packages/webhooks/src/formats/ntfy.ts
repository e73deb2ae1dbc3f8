import { jsonHeaders, type WebhookFormat } from './format.ts'

/** `https://ntfy.sh/<topic>`. Published as JSON at the root of the server: headers cannot have every character. */
export const ntfy: WebhookFormat = {
  name: 'ntfy',
  markup: { escape: text => text, link: label => label },
  createRequest: (url, { document, lines }) => {
    const address = new URL(url)
    const path = address.pathname.replace(/\/$/, '')
    const topic = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
    address.pathname = path.slice(0, path.lastIndexOf('/') + 1)
    const { task } = document as { task?: { url: string } | null }
    return {
      url: address.href,
      method: 'POST',
      headers: jsonHeaders,
      body: JSON.stringify({ topic, message: lines.join('\n'), ...(task && { click: task.url }) }),
    }
  },
}
