import { dictionary } from '@zxcvbn-ts/language-common'

const wellKnown = new Set(dictionary['passwords-common'])

interface Person {
  email: string
  phone: string
  surname: string
  name: string
}

/** What is wrong with a password, beyond its length; undefined when nothing is. */
export function weaknessOf(password: string, { email, phone, surname, name }: Person): string | undefined {
  if (wellKnown.has(password.toLowerCase()))
    return 'is among the best-known passwords; choose one that nobody else has'
  const own = [email, email.split('@')[0] ?? '', phone, surname, name, surname + name, name + surname]
  if (own.some(word => bare(word) === bare(password)))
    return 'must not be your name, e-mail address or telephone number'
  return undefined
}

/** Spaces, dots and capitals make no other word of it. */
function bare(text: string) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') || text
}
