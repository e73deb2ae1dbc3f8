import type { Russian } from '@atrium/ui/translation'
import type en from '../en/installation.ts'

const installation: Russian<typeof en> = {
  title: 'На этом устройстве',
  text: 'Установите Atrium, чтобы открывать его как обычную программу, в отдельном окне.',
  action: 'Установить',
  newVersion: 'Вышла новая версия Atrium.',
  reload: 'Обновить',
}

export default installation
