import type { BulkUserResult } from '@atrium/identity/users/bulk/bulk-user.contract'
import type { ListedUser } from '@atrium/identity/users/user.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { fullName } from '@atrium/ui/format'
import { Button, Group, List, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllGroups } from '../../data/groups.ts'
import { useRefusalNotice } from '../../data/refusal-notice.ts'
import { useHierarchy, useRoles } from '../../data/roles.ts'
import { type BulkAction, useBulkAction } from './bulk-user.queries.ts'

interface BulkDialogProps {
  action: BulkAction
  users: ListedUser[]
  isOpen: boolean
  onClose: () => void
  /** Everyone is as wanted, or the reader has seen who is not. */
  onDone: () => void
}

/** Asks once, and lists afterwards who stayed as they were. */
export function BulkDialog({ action, users, isOpen, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation()
  // The list is loaded again when it is done, and the selection may be gone by then.
  const [asked] = useState(users)
  const [result, setResult] = useState<BulkUserResult>()
  const close = () => {
    onClose()
    if (result) onDone()
  }
  const finish = (done: BulkUserResult) => {
    if (done.refusals.length > 0) return setResult(done)
    const { name } = action
    notifyOfSuccess(
      done.changedIds.length > 0
        ? t(`users.bulk.${name}.done`, { count: done.changedIds.length })
        : t('users.bulk.nothing'),
    )
    onClose()
    onDone()
  }
  return (
    <Dialog title={t(`users.bulk.${action.name}.label`)} isOpen={isOpen} onClose={close}>
      {result ? (
        <Outcome action={action} users={asked} result={result} onClose={close} />
      ) : (
        <Question action={action} users={users} onClose={close} onDone={finish} />
      )}
    </Dialog>
  )
}

interface QuestionProps {
  action: BulkAction
  users: ListedUser[]
  onClose: () => void
  onDone: (result: BulkUserResult) => void
}

const MAX_NAMES = 10

function Question({ action, users, onClose, onDone }: QuestionProps) {
  const { t } = useTranslation()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const { mutate, isPending } = useBulkAction()
  const showRefusal = useRefusalNotice()
  const run = () =>
    mutate(
      { action, userIds: users.map(({ id }) => id), chosenId: Number(chosenId) },
      { onSuccess: onDone, onError: showRefusal },
    )
  return (
    <Stack>
      <Text>{t(`users.bulk.${action.name}.text`)}</Text>
      {action.choice && <Choice of={action.choice} value={chosenId} onChange={setChosenId} />}
      <div>
        <Text size="sm" fw={600}>
          {t('users.bulk.who', { count: users.length })}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {users.slice(0, MAX_NAMES).map(fullName).join(', ')}
          {users.length > MAX_NAMES && ` ${t('users.bulk.more', { count: users.length - MAX_NAMES })}`}
        </Text>
      </div>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <Button
          color={action.isHarmless ? undefined : 'red.8'}
          loading={isPending}
          disabled={action.choice !== undefined && chosenId === null}
          onClick={run}
        >
          {t(`users.bulk.${action.name}.confirm`)}
        </Button>
      </Group>
    </Stack>
  )
}

interface ChoiceProps {
  of: 'role' | 'group'
  value: string | null
  onChange: (id: string | null) => void
}

/** Roles above one's own are left out; the server refuses what else cannot be assigned. */
function Choice({ of, value, onChange }: ChoiceProps) {
  const { t } = useTranslation()
  const { data: roles = [] } = useRoles()
  const { data: groups = [] } = useAllGroups()
  const { isAbove } = useHierarchy()
  const options = of === 'role' ? roles.filter(({ level }) => !isAbove(level)) : groups
  return (
    <Select
      label={t(`users.bulk.choices.${of}`)}
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value}
      onChange={onChange}
      allowDeselect={false}
      searchable
      required
      data-autofocus
    />
  )
}

interface OutcomeProps {
  action: BulkAction
  users: ListedUser[]
  result: BulkUserResult
  onClose: () => void
}

/** Reasons, each with the users whom it concerns. */
function Outcome({ action, users, result, onClose }: OutcomeProps) {
  const { t } = useTranslation()
  const { changedIds, refusals } = result
  const nameOf = (id: number) => {
    const user = users.find(each => each.id === id)
    return user ? fullName(user) : String(id)
  }
  return (
    <Stack>
      <Text role="status">
        {changedIds.length > 0
          ? t(`users.bulk.${action.name}.done`, { count: changedIds.length })
          : t('users.bulk.nothing')}
      </Text>
      <section aria-label={t('users.bulk.refused', { count: refusals.length })}>
        <Text fw={600}>{t('users.bulk.refused', { count: refusals.length })}</Text>
        {[...Map.groupBy(refusals, ({ message }) => message)].map(([message, alike]) => (
          <div key={message}>
            <Text size="sm" mt="xs">
              {message}
            </Text>
            <List size="sm">
              {alike.map(({ userId }) => (
                <List.Item key={userId}>{nameOf(userId)}</List.Item>
              ))}
            </List>
          </div>
        ))}
      </section>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('close', { ns: 'ui' })}
        </Button>
      </Group>
    </Stack>
  )
}
