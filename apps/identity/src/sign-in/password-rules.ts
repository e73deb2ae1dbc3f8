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
  const plain = password.toLowerCase()
  if (wellKnown.has(plain)) return 'is among the best-known passwords; choose one that nobody else has'
  const own = [
    email,
    email.split('@')[0] ?? '',
    phone,
    phone.slice(1),
    surname,
    name,
    surname + name,
    name + surname,
  ]
  if (own.some(word => word.toLowerCase() === plain))
    return 'must not be your name, e-mail address or telephone number'
  return undefined
}
