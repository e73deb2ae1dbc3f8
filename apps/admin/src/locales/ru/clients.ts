import type { Russian } from '@atrium/ui/translation'
import type en from '../en/clients.ts'

const clients: Russian<typeof en> = {}

export default clients
