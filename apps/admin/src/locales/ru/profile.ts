import type { Russian } from '@atrium/ui/translation'
import type en from '../en/profile.ts'

const profile: Russian<typeof en> = {}

export default profile
