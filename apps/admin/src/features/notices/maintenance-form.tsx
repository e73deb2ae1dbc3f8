import type { Maintenance } from '@atrium/core/notices.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { FormError, useMutationForm } from '@atrium/ui/forms/form'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Badge, Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndMaintenance, useStartMaintenance } from './notice.queries.ts'

/** Turns maintenance mode on, after a question, and off. */
export function MaintenanceForm({ maintenance }: { maintenance: Maintenance | null }) {
  const { t, i18n } = useTranslation()
  const [isAsking, { open, close }] = useDisclosure()
  const start = useStartMaintenance()
  const end = useEndMaintenance()
  const confirmStart = () => notifyOfSuccess(t('notices.maintenance.on'))
  const form = useMutationForm({
    initialValues: { message: maintenance?.message ?? '', messageRu: maintenance?.messageRu ?? '' },
    mutation: start,
    toInput: inputOf,
    onSuccess: confirmStart,
  })
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const ask = (event: FormEvent) => {
    event.preventDefault()
    open()
  }
  return (
    <SectionCard
      title={t('notices.maintenance.title')}
      text={t('notices.maintenance.text')}
      aside={
        <Badge color={maintenance ? 'amber' : 'gray'} size="lg" tt="none">
          {maintenance
            ? t('notices.maintenance.isOn', { date: format.format(new Date(maintenance.since)) })
            : t('notices.maintenance.isOff')}
        </Badge>
      }
    >
      <form onSubmit={maintenance ? form.onSubmit : ask}>
        <Stack>
          <FormError message={form.error} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              {...form.field('message')}
              label={t('notices.maintenance.message')}
              description={t('notices.maintenance.messageHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              maxLength={500}
            />
            <TextInput
              {...form.field('messageRu')}
              label={t('notices.maintenance.messageRu')}
              maxLength={500}
            />
          </SimpleGrid>
          <Group justify="flex-end" gap="sm">
            {maintenance ? (
              <>
                <Button type="submit" variant="default" loading={form.isPending}>
                  {t('notices.maintenance.update')}
                </Button>
                <Button
                  loading={end.isPending}
                  onClick={() =>
                    end.mutate(undefined, { onSuccess: () => notifyOfSuccess(t('notices.maintenance.off')) })
                  }
                >
                  {t('notices.maintenance.turnOff')}
                </Button>
              </>
            ) : (
              <Button type="submit" color="amber" variant="light" loading={form.isPending}>
                {t('notices.maintenance.turnOn')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      <ConfirmDialog
        title={t('notices.maintenance.confirm.title')}
        text={t('notices.maintenance.confirm.text')}
        consequences={[
          t('notices.maintenance.confirm.consequences.input'),
          t('notices.maintenance.confirm.consequences.jobs'),
        ]}
        action={t('notices.maintenance.turnOn')}
        isOpen={isAsking}
        isHarmless
        onConfirm={() => {
          close()
          start.mutate(inputOf(form.values), { onSuccess: confirmStart })
        }}
        onClose={close}
      />
    </SectionCard>
  )
}

function inputOf({ message, messageRu }: { message: string; messageRu: string }) {
  return { message: message.trim() || null, messageRu: messageRu.trim() || null }
}
