import type { PasswordOwner } from './password-strength.ts'

const TOO_EASY =
  'is too easy to guess: make it longer, and avoid common words, patterns and your own name, email or phone number'

/** What is wrong with a password whose length is right; undefined when nothing is. */
export async function passwordFault(password: string, owner: PasswordOwner): Promise<string | undefined> {
  // A start does not wait for the dictionaries.
  const { measurePassword } = await import('./password-strength.ts')
  return measurePassword(password, owner).fault === 'tooEasy' ? TOO_EASY : undefined
}
