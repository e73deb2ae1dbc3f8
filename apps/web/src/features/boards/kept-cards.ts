import type { NewCard } from './add-card.queries.ts'

export type KeptCard = NewCard & { keptAs: string }

/**
 * Titles that were added and are not stored yet, kept in this browser for this user: they outlive a reload and the end of
 * a session.
 */
export function keptCards(userId: number, boardId: number): KeptCard[] {
  try {
    const cards = JSON.parse(localStorage.getItem(keyOf(userId, boardId)) ?? '[]')
    return Array.isArray(cards) ? cards : []
  } catch {
    return []
  }
}

export function keepCard(userId: number, boardId: number, card: KeptCard) {
  write(userId, boardId, [...without(userId, boardId, card.keptAs), card])
}

export function dropKeptCard(userId: number, boardId: number, keptAs: string) {
  write(userId, boardId, without(userId, boardId, keptAs))
}

function without(userId: number, boardId: number, keptAs: string) {
  return keptCards(userId, boardId).filter(card => card.keptAs !== keptAs)
}

function write(userId: number, boardId: number, cards: KeptCard[]) {
  const key = keyOf(userId, boardId)
  try {
    if (cards.length > 0) localStorage.setItem(key, JSON.stringify(cards))
    else localStorage.removeItem(key)
  } catch {
    // The browser's space is used up: the title is still on the screen.
  }
}

function keyOf(userId: number, boardId: number) {
  return `atrium.unsaved-cards.${userId}.${boardId}`
}
