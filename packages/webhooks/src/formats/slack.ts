import { jsonHeaders, type WebhookFormat } from './format.ts'

/** An incoming webhook of Slack, which Mattermost, Rocket.Chat, Zulip and Discord (at `…/slack`) understand, too. */
export const slack: WebhookFormat = {
  name: 'slack',
  markup: {
    escape: escapeText,
    link: (label, url) => `<${url}|${escapeText(label).replaceAll('|', '¦')}>`,
  },
  createRequest: (url, { lines }) => ({
    url,
    method: 'POST',
    headers: jsonHeaders,
    body: JSON.stringify({ text: lines.join('\n') }),
  }),
}

/** What Slack reads as markup, and nothing else, is replaced. */
function escapeText(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
