import { getHold, holdProject, releaseProject } from '@atrium/tasks/projects/hold/hold.contract'
import type { Project } from '@atrium/tasks/projects/project.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { useInvalidation } from '@atrium/ui/queries'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { DateText } from '@atrium/ui/time-text'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, itemQuery } from '../../api.ts'
import { useHasPermission } from '../../data/session/current-user.ts'

function holdQuery(id: number) {
  return itemQuery(['project', id, 'hold'], getHold, { params: { id } })
}

/** For the owner, who sees a hold, and for administrators, who set and release it. */
export function LegalHold({ project: { id, myRole } }: { project: Project }) {
  const { t } = useTranslation()
  const mayHold = useHasPermission('projects.manage.any')
  const { data: hold } = useQuery({ ...holdQuery(id), enabled: mayHold || myRole === 'owner' })
  const [isOpen, setIsOpen] = useState(false)
  if (!hold || (!hold.heldAt && !mayHold)) return null
  const close = () => setIsOpen(false)
  return (
    <SectionCard title={t('projects.settings.hold.title')} text={t('projects.settings.hold.text')}>
      <Stack gap="sm">
        {hold.heldAt && (
          <Text>
            {t('projects.settings.hold.since')} <DateText value={hold.heldAt} withTime />
            {hold.reason && ` · ${hold.reason}`}
          </Text>
        )}
        {mayHold && (
          <Group>
            <Button variant="default" onClick={() => setIsOpen(true)}>
              {t(hold.heldAt ? 'projects.settings.hold.release' : 'projects.settings.hold.action')}
            </Button>
          </Group>
        )}
      </Stack>
      {hold.heldAt ? (
        <ReleaseHold id={id} isOpen={isOpen} onClose={close} />
      ) : (
        <Dialog title={t('projects.settings.hold.question')} isOpen={isOpen} onClose={close}>
          <HoldForm id={id} onClose={close} />
        </Dialog>
      )}
    </SectionCard>
  )
}

function useChangeHold<Input>(id: number, change: (input: Input) => Promise<unknown>) {
  return useMutation({
    mutationFn: change,
    onSettled: useInvalidation(holdQuery(id).queryKey),
  })
}

function HoldForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation()
  const mutation = useChangeHold(id, (reason: string) =>
    api(holdProject, { params: { id }, body: { reason: reason || null } }),
  )
  const form = useMutationForm({
    mutation,
    initialValues: { reason: '' },
    toInput: ({ reason }) => reason.trim(),
    onSuccess: () => {
      notifyOfSuccess(t('projects.settings.hold.done'))
      onClose()
    },
  })
  return (
    <DialogForm form={form} submitLabel={t('projects.settings.hold.action')} onCancel={onClose}>
      <Text>{t('projects.settings.hold.text')}</Text>
      <TextInput
        {...form.field('reason')}
        label={t('projects.settings.hold.reason')}
        description={t('projects.settings.hold.reasonHint')}
        maxLength={500}
        data-autofocus
      />
    </DialogForm>
  )
}

function ReleaseHold({ id, isOpen, onClose }: { id: number; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ConfirmMutation
      mutation={useChangeHold(id, () => api(releaseProject, { params: { id } }))}
      input={undefined}
      title={t('projects.settings.hold.releaseQuestion')}
      text={t('projects.settings.hold.releaseText')}
      action={t('projects.settings.hold.release')}
      doneMessage={t('projects.settings.hold.released')}
      isOpen={isOpen}
      onClose={onClose}
    />
  )
}
