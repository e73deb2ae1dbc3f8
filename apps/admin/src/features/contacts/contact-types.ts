import type { Contact, ContactType } from '@atrium/identity/users/user-contact.contract'
import {
  IconAddressBook,
  IconBrandGithub,
  IconBrandLinkedin,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconMail,
  IconPhone,
  IconWorld,
} from '@atrium/ui/icons'

export const contactIcons = {
  email: IconMail,
  phone: IconPhone,
  telegram: IconBrandTelegram,
  whatsapp: IconBrandWhatsapp,
  linkedin: IconBrandLinkedin,
  github: IconBrandGithub,
  website: IconWorld,
  other: IconAddressBook,
} satisfies Record<ContactType, unknown>

export const contactTypes = Object.keys(contactIcons) as ContactType[]

const profiles: Partial<Record<ContactType, string>> = {
  telegram: 'https://t.me/',
  linkedin: 'https://www.linkedin.com/in/',
  github: 'https://github.com/',
}

/** The link of a contact, if it has one. */
export function contactAddress({ type, value }: Pick<Contact, 'type' | 'value'>) {
  if (type === 'email') return `mailto:${value}`
  if (type === 'phone') return `tel:${value}`
  if (type === 'whatsapp') return `https://wa.me/${value.replace('+', '')}`
  if (/^https?:\/\//.test(value)) return type === 'other' ? undefined : value
  const profile = profiles[type]
  return profile && profile + encodeURIComponent(value.replace(/^@/, ''))
}
