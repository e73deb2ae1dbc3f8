import type { Russian } from '@atrium/ui/translation'
import type en from '../en/keys.ts'

const keys: Russian<typeof en> = {}

export default keys
