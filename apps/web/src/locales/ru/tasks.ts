import type { Russian } from '@atrium/ui/translation'
import type en from '../en/tasks.ts'

const tasks: Russian<typeof en> = {
  title: 'Задачи',
}

export default tasks
