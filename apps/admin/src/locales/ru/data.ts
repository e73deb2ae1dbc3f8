import type { Russian } from '@atrium/ui/translation'
import type en from '../en/data.ts'

const data: Russian<typeof en> = {}

export default data
