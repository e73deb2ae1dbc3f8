import type { Russian } from '@atrium/ui/translation'
import type en from '../en/boards.ts'

const boards: Russian<typeof en> = {
  title: 'Доски',
}

export default boards
