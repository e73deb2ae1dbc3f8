import { listTaskButtons, pressButton } from '@atrium/tasks/automations/automation.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { IconBolt } from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import { Menu } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, itemsQuery } from '../../api.ts'

const SHOWN = 20

/** Automations that start when someone presses their button; asked for when the menu opens. */
export function TaskButtons({ taskId }: { taskId: number }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const shown = itemsQuery(['task', taskId, 'buttons'], listTaskButtons, {
    params: { id: taskId },
    query: { limit: SHOWN },
  })
  const { data: buttons = [] } = useQuery(shown)
  const press = useMutation({
    mutationFn: ({ id }: { id: number; name: string }) =>
      api(pressButton, { params: { id }, body: { taskId } }),
    onSuccess: (_, { name }) => notifyOfSuccess(t('automations.pressed', { name })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: shown.queryKey }),
  })
  if (buttons.length === 0) return null
  return (
    <>
      {buttons.map(button => (
        <MenuItem key={button.id} icon={IconBolt} label={button.name} onClick={() => press.mutate(button)} />
      ))}
      <Menu.Divider />
    </>
  )
}
