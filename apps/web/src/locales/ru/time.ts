import type { Russian } from '@atrium/ui/translation'
import type en from '../en/time.ts'

const time: Russian<typeof en> = {
  title: 'Время',
}

export default time
