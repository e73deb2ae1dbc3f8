import type { Russian } from '@atrium/ui/translation'
import type en from '../en/mail.ts'

const mail: Russian<typeof en> = {}

export default mail
