import { type ImportSource, SourceFailed } from './import-source.ts'

const PAGE = 1000
const BOARD = new URLSearchParams({
  fields: 'all',
  lists: 'all',
  cards: 'all',
  card_attachments: 'true',
  card_customFieldItems: 'true',
  customFields: 'true',
  labels: 'all',
  labels_limit: '1000',
  members: 'all',
  member_fields: 'fullName,username',
  checklists: 'all',
})

/** A board with all of its comments; an export of Trello contains the last 1,000 actions only. The token is `KEY:TOKEN`. */
export const trelloSource: ImportSource = {
  id: 'trello',
  origins: ['https://api.trello.com'],
  headers: token => {
    const [key = '', secret = ''] = token.split(':').map(part => part.trim().replaceAll(/["\\\s]/g, ''))
    return { authorization: `OAuth oauth_consumer_key="${key}", oauth_token="${secret}"` }
  },
  download: async ({ address, json }, report) => {
    const id = /\/b(?:oards)?\/([\w-]+)/.exec(address.pathname)?.[1]
    if (!id) throw new SourceFailed('placeExpected', 'https://trello.com/b/…')
    const origin = /(^|\.)trello\.com$/.test(address.hostname) ? 'https://api.trello.com' : address.origin
    const { body: board } = await json(`${origin}/1/boards/${id}?${BOARD}`)
    if (typeof board !== 'object' || board === null || !('lists' in board)) throw new SourceFailed('nonsense')
    await report(1)
    const actions: unknown[] = []
    let before: string | undefined
    do {
      const query = new URLSearchParams({
        filter: 'commentCard',
        limit: String(PAGE),
        ...(before && { before }),
      })
      const { body: page } = await json(`${origin}/1/boards/${id}/actions?${query}`)
      if (!Array.isArray(page)) throw new SourceFailed('nonsense')
      actions.push(...page)
      await report(1 + Math.ceil(actions.length / PAGE))
      const last: unknown = page.at(-1)?.id
      before = page.length === PAGE && typeof last === 'string' && last !== before ? last : undefined
    } while (before)
    return { ...board, actions }
  },
}
