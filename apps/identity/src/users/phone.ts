import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** `+1 (202) 555-0100` → `+12025550100`; undefined if no phone can have this number. */
export function parsePhone(text: string): string | undefined {
  const phone = parsePhoneNumberFromString(text)
  return phone?.isPossible() ? phone.number : undefined
}
