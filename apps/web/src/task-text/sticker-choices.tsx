import type { Sticker } from '@atrium/tasks/tasks/task.contract'
import { IconPlus } from '@atrium/ui/icons'
import { useTranslation } from 'react-i18next'
import { useCreateSticker } from '../data/tasks/stickers.ts'
import { type Choice, ChoiceList, matching } from './choice-list.tsx'

interface StickerChoicesProps {
  projectId: number
  /** The stickers that can be attached. */
  stickers: Iterable<Sticker>
  isOn: (sticker: Sticker) => boolean
  onToggle: (sticker: Sticker) => void
  /** Whether a name that is not in the list can be created. */
  mayManage: boolean
}

/** Stays open, because a task can have several. Digits choose, unless the name of a label begins with one. */
export function StickerChoices({ projectId, stickers, isOn, onToggle, mayManage }: StickerChoicesProps) {
  const { t } = useTranslation()
  const create = useCreateSticker(projectId)
  const all = Array.from(
    stickers,
    (sticker): Choice => ({
      key: String(sticker.id),
      label: sticker.name,
      icon: sticker.icon ?? <Dot color={sticker.color} />,
      isOn: isOn(sticker),
      choose: () => onToggle(sticker),
    }),
  )
  const creation = (name: string): Choice => ({
    key: 'create',
    label: t('boards.fields.createSticker', { name }),
    icon: <IconPlus size={16} stroke={1.75} />,
    choose: () => !create.isPending && create.mutate(name, { onSuccess: onToggle }),
  })
  const choicesFor = (text: string) => {
    const isNew = text && !all.some(({ label }) => label.toLowerCase() === text.toLowerCase())
    return [...matching(all, text), ...(isNew && mayManage ? [creation(text)] : [])]
  }
  return (
    <ChoiceList
      label={t('boards.fields.stickers')}
      placeholder={t(mayManage ? 'boards.fields.stickersPlaceholder' : 'boards.fields.findSticker')}
      choicesFor={choicesFor}
      nothing={t(mayManage ? 'boards.fields.noStickerButCreate' : 'boards.fields.noSticker')}
      maxLength={50}
      withDigits={!all.some(({ label }) => /^\d/.test(label))}
      isMultiple
    />
  )
}

function Dot({ color }: { color: string }) {
  return <i style={{ width: 10, height: 10, borderRadius: '50%', background: color }} />
}
