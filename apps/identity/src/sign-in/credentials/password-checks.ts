import type { Deps } from '#deps.ts'
import type { FieldCode } from '#errors.ts'
import type { PasswordOwner } from './password-strength.ts'

/** The field error of a new password that is too easy to guess; its schema has checked the length. */
export async function checkStrength(
  { passwordMeter }: Deps,
  password: string,
  owner: PasswordOwner,
): Promise<{ password: FieldCode } | undefined> {
  const { problem } = await passwordMeter.measure(password, owner)
  return problem === 'too_easy_to_guess' ? { password: 'too_easy_to_guess' } : undefined
}
