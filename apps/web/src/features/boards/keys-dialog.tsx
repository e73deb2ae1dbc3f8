import { Dialog } from '@atrium/ui/dialog'
import { Group, Kbd, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const shortcuts = [
  { keys: ['←', '↑', '↓', '→'], does: 'walk' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['Space'], does: 'move' },
  { keys: ['Esc'], does: 'putBackKey' },
  { keys: ['M'], does: 'assign' },
  { keys: ['N'], does: 'add' },
  { keys: ['Z'], does: 'undo' },
  { keys: ['/'], does: 'search' },
  { keys: ['?'], does: 'showHelp' },
] as const

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('boards.keys.title')} isOpen={isOpen} onClose={onClose}>
      <Table>
        <Table.Tbody>
          {shortcuts.map(({ keys, does }) => (
            <Table.Tr key={does}>
              <Table.Td>
                <Group gap={4} wrap="nowrap">
                  {keys.map(key => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </Table.Td>
              <Table.Td>{t(`boards.keys.list.${does}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}
