import { emoji as ru } from './ru/emoji.ts'

/** Names of emoji by language: a line for each, with its symbol first. They are apart from the packs of words, which a board loads. */
export const emojiNames: Record<string, string> = { ru }
