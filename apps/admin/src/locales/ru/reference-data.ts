import type { Russian } from '@atrium/ui/translation'
import type en from '../en/reference-data.ts'

const referenceData: Russian<typeof en> = {}

export default referenceData
