import type { Russian } from '@atrium/ui/translation'
import type en from '../en/feedback.ts'

const feedback: Russian<typeof en> = {
  title: 'Отзывы',
}

export default feedback
