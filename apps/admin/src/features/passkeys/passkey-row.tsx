import type { Passkey } from '@atrium/identity/sign-in/passkey.contract'
import { DateText } from '@atrium/ui/date-text'
import { IconFingerprint } from '@atrium/ui/icons'
import { RecordRow } from '@atrium/ui/record-row'
import { Badge, ThemeIcon } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'

interface PasskeyRowProps {
  userId: number
  passkey: Passkey
}

export function PasskeyRow({ userId, passkey }: PasskeyRowProps) {
  const { t } = useTranslation()
  const [action, setAction] = useState<'rename' | 'remove'>()
  const { name, isBackedUp } = passkey
  const dialog = { userId, passkey, onClose: () => setAction(undefined) }
  return (
    <>
      <RecordRow
        mark={
          <ThemeIcon size={40} variant="light" visibleFrom="xs">
            <IconFingerprint size={22} stroke={1.6} />
          </ThemeIcon>
        }
        name={name}
        facts={isBackedUp && <Badge color="gray">{t('security.passkeys.backedUp')}</Badge>}
        text={<Moments passkey={passkey} />}
        editLabel={t('security.passkeys.rename.action', { name })}
        onEdit={() => setAction('rename')}
        deleteLabel={t('security.passkeys.remove.action', { name })}
        onDelete={() => setAction('remove')}
      />
      <RenamePasskeyDialog {...dialog} isOpen={action === 'rename'} />
      <RemovePasskeyDialog {...dialog} isOpen={action === 'remove'} />
    </>
  )
}

function Moments({ passkey: { createdAt, lastUsedAt } }: Pick<PasskeyRowProps, 'passkey'>) {
  const { t } = useTranslation()
  return (
    <>
      {t('security.passkeys.created')} <DateText value={createdAt} />
      {' · '}
      {lastUsedAt ? (
        <>
          {t('security.passkeys.lastUsed')} <DateText value={lastUsedAt} withTime />
        </>
      ) : (
        t('security.passkeys.neverUsed')
      )}
    </>
  )
}
