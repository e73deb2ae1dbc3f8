import type { Russian } from '@atrium/ui/translation'
import type en from '../en/notifications.ts'

const notifications: Russian<typeof en> = {
  title: 'Уведомления',
}

export default notifications
