import { useTranslation } from 'react-i18next'
import { useUndo } from '../feedback/undo.tsx'
import { useShortcuts } from './shortcuts.tsx'

/** While the component is shown, Z and Ctrl+Z undo what was offered last. */
export function useUndoShortcut(title: string) {
  const { t } = useTranslation('ui')
  const { undo } = useUndo()
  useShortcuts([{ keys: ['z', 'mod+z'], description: t('undo'), run: undo, worksIn: 'dialogs' }], { title })
}
