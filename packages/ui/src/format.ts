export interface Person {
  name: string | null
  surname: string | null
  email: string | null
}

export function fullName({ name, surname, email }: Person) {
  return [name, surname].filter(Boolean).join(' ') || email || ''
}
