import { Dialog } from '@atrium/ui/dialog'
import { IconUserPlus } from '@atrium/ui/icons'
import { showNotice } from '@atrium/ui/notice'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { fullName } from '@atrium/ui/person'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { type NewUser, useAddUser } from './add-user.queries.ts'
import { AddUserForm } from './add-user-form.tsx'

export function AddUser({ onAdded }: { onAdded: (userId: number) => void }) {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  const add = useAddUser()

  const submit = async (person: NewUser) => {
    const { user, isLetterSent } = await add.mutateAsync(person)
    const name = fullName(user)
    if (isLetterSent) notifyOfSuccess(t('users.add.done', { name, email: user.email }))
    else showNotice({ color: 'amber', message: t('users.add.emailNotSent', { name }) })
    close()
    onAdded(user.id)
  }
  const start = () => {
    add.reset()
    open()
  }
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} stroke={1.75} />} onClick={start}>
        {t('users.add.open')}
      </Button>
      <Dialog title={t('users.add.title')} isOpen={isOpen} onClose={close}>
        <AddUserForm
          error={add.error}
          isPending={add.isPending}
          onChange={add.reset}
          // What is refused is told by the form.
          onSubmit={person => void submit(person).catch(() => {})}
          onCancel={close}
        />
      </Dialog>
    </>
  )
}
