import { NOTHING, type Numbering } from './record-numbers.ts'

/** Translates `@[12]`, which mentions a user. */
export function mapMentions(text: string, { find }: Numbering) {
  return text.replaceAll(/@\[(\d{1,15})\]/g, (_mention, id) => `@[${find('people', id) ?? NOTHING}]`)
}
