import type { Russian } from '@atrium/ui/translation'
import type en from '../en/audit.ts'

const audit: Russian<typeof en> = {}

export default audit
