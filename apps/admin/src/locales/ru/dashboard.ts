import type { Russian } from '@atrium/ui/translation'
import type en from '../en/dashboard.ts'

const dashboard: Russian<typeof en> = {}

export default dashboard
