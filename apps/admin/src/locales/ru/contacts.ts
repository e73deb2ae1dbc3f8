import type { Russian } from '@atrium/ui/translation'
import type en from '../en/contacts.ts'

const contacts: Russian<typeof en> = {}

export default contacts
