/** What of Trello's export is read here; all of it may be missing. */
export interface TrelloBoard {
  name?: string
  lists?: TrelloList[]
  cards?: TrelloCard[]
  labels?: { id: string; name?: string; color?: string | null }[]
  members?: { id: string; fullName?: string }[]
  checklists?: {
    idCard: string
    name: string
    pos?: number
    checkItems?: { name: string; state?: string; pos?: number }[]
  }[]
  actions?: {
    type: string
    date: string
    data?: { text?: string; card?: { id: string } }
    memberCreator?: { fullName?: string }
  }[]
}

export interface TrelloList {
  id: string
  name?: string
  closed?: boolean
  pos?: number
}

export interface TrelloCard {
  id: string
  name: string
  desc?: string
  idList: string
  closed?: boolean
  pos?: number
  start?: string | null
  due?: string | null
  idLabels?: string[]
  idMembers?: string[]
  attachments?: { name?: string; url?: string }[]
}

export function isTrelloBoard(content: unknown): content is TrelloBoard {
  const { lists, cards } = (content ?? {}) as TrelloBoard
  return Array.isArray(lists) && Array.isArray(cards)
}
