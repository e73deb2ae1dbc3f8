import type { Russian } from '@atrium/ui/translation'
import type en from '../en/administration.ts'

const administration: Russian<typeof en> = {
  title: 'Администрирование',
}

export default administration
