import type { Member } from '@atrium/tasks/projects/member.contract'
import type { Project } from '@atrium/tasks/projects/project.contract'
import type { MemberRole } from '@atrium/tasks/projects/rights.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { fullName } from '@atrium/ui/person'
import { Card, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeMemberRole, useRemoveMember } from './member.queries.ts'
import { MemberRow } from './member-row.tsx'
import { useProjectRights } from './project-rights.ts'

interface MemberListProps {
  project: Project
  members: Member[]
  currentUserId: number
}

type Question = { kind: 'remove' | 'handOver'; member: Member }

export function MemberList({ project, members, currentUserId }: MemberListProps) {
  const { t } = useTranslation()
  const { mayManage, mayOwn } = useProjectRights(project)
  const roleChange = useChangeMemberRole(project.id)
  const removal = useRemoveMember(project.id)
  const [question, setQuestion] = useState<Question>()
  const close = () => setQuestion(undefined)

  const change = (member: Member, role: MemberRole) => {
    const name = fullName(member.user)
    const done = () =>
      notifyOfSuccess(t('projects.people.roleChanged', { name, role: t(`projects.roles.${role}`) }))
    roleChange.mutate({ userId: member.userId, role }, { onSuccess: done, onSettled: close })
  }
  const roleOf = ({ userId, role }: Member) =>
    roleChange.isPending && roleChange.variables.userId === userId ? roleChange.variables.role : role
  return (
    <>
      <Card padding={0}>
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {members.map(member => (
            <MemberRow
              key={member.userId}
              member={member}
              isSelf={member.userId === currentUserId}
              mayChange={mayManage && member.role !== 'owner' && member.userId !== currentUserId}
              mayHandOver={mayOwn}
              role={roleOf(member)}
              onRole={role => change(member, role)}
              onRemove={() => setQuestion({ kind: 'remove', member })}
              onHandOver={() => setQuestion({ kind: 'handOver', member })}
            />
          ))}
        </Stack>
      </Card>
      <MemberQuestion
        question={question}
        isPending={removal.isPending || roleChange.isPending}
        onClose={close}
        onRemove={userId => removal.mutate(userId, { onSettled: close })}
        onHandOver={member => change(member, 'owner')}
      />
    </>
  )
}

interface MemberQuestionProps {
  question: Question | undefined
  isPending: boolean
  onClose: () => void
  onRemove: (userId: number) => void
  onHandOver: (member: Member) => void
}

function MemberQuestion({ question, isPending, onClose, onRemove, onHandOver }: MemberQuestionProps) {
  const { t } = useTranslation()
  const name = question ? fullName(question.member.user) : ''
  const isOpen = (kind: Question['kind']) => question?.kind === kind
  return (
    <>
      <ConfirmDialog
        title={t('projects.people.remove.title', { name })}
        text={t('projects.people.remove.text', { name })}
        consequences={[
          t('projects.people.remove.tasks'),
          t('projects.people.remove.timers'),
          t('projects.people.remove.stays'),
        ]}
        action={t('projects.people.remove.action')}
        isOpen={isOpen('remove')}
        isPending={isPending}
        onConfirm={() => question && onRemove(question.member.userId)}
        onClose={onClose}
      />
      <ConfirmDialog
        title={t('projects.people.handOver.title', { name })}
        text={t('projects.people.handOver.text', { name })}
        consequences={[t('projects.people.handOver.rights', { name }), t('projects.people.handOver.you')]}
        action={t('projects.people.handOver.action')}
        isOpen={isOpen('handOver')}
        isPending={isPending}
        onConfirm={() => question && onHandOver(question.member)}
        onClose={onClose}
      />
    </>
  )
}
