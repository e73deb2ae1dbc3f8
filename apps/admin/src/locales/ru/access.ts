import type { Russian } from '@atrium/ui/translation'
import type en from '../en/access.ts'

const access: Russian<typeof en> = {}

export default access
