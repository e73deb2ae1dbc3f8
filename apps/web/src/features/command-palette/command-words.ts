import { packs } from '@atrium/texts/words'

/** What people call a command, in every language, regardless of the language of the application. */
export function commandWords(id: string) {
  return packs.map(({ commands }) => commands[id] ?? '').join(' ')
}
