import type { Russian } from '@atrium/ui/translation'
import type en from '../en/security.ts'

const security: Russian<typeof en> = {}

export default security
