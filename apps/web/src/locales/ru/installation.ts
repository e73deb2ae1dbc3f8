import type { Russian } from '@atrium/ui/translation'
import type en from '../en/installation.ts'

const installation: Russian<typeof en> = {
  title: 'Приложение',
  text: 'Установите Atrium, чтобы открывать его в отдельном окне, как обычное приложение.',
  action: 'Установить',
  newVersion: 'Доступна новая версия Atrium.',
  reload: 'Обновить',
}

export default installation
