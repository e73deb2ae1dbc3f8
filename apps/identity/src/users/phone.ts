import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

export const phoneFault = 'must be an international telephone number such as +12025550100'

/** `+1 (202) 555-0100` → `+12025550100`; undefined for what no telephone could have. */
export function parsePhone(text: string): string | undefined {
  const phone = parsePhoneNumberFromString(text)
  return phone?.isPossible() ? phone.number : undefined
}
