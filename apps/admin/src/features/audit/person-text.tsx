import type { NamedAuditRecord } from '@atrium/identity/audit/audit.contract'
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { actorWords, subjectWords } from './audit-words.ts'

export function ActorText({ record }: { record: NamedAuditRecord }) {
  const { t } = useTranslation()
  return <PersonText userId={record.actorId} text={actorWords(t, record)} />
}

export function SubjectText({ record }: { record: NamedAuditRecord }) {
  const { t } = useTranslation()
  const userId = record.subjectType === 'user' ? record.subjectId : null
  return <PersonText userId={userId} text={subjectWords(t, record)} />
}

function PersonText({ userId, text }: { userId: number | null; text: string }) {
  if (userId === null) return <Text size="sm">{text}</Text>
  return (
    <Anchor size="sm" renderRoot={props => <Link {...props} to="/admin/users/$userId" params={{ userId }} />}>
      {text}
    </Anchor>
  )
}
