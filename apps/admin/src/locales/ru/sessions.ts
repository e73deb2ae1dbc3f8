import type { Russian } from '@atrium/ui/translation'
import type en from '../en/sessions.ts'

const sessions: Russian<typeof en> = {}

export default sessions
