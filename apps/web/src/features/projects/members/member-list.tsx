import type { Member } from '@atrium/tasks/projects/member.contract'
import type { Project } from '@atrium/tasks/projects/project.contract'
import type { MemberRole } from '@atrium/tasks/projects/rights.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { EmptyState } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { IconButton } from '@atrium/ui/icon-button'
import { IconCrown, IconDots, IconLock, IconLogout, IconUserMinus } from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { Badge, Button, Card, Group, Menu, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GuestBadge } from '../../../data/people/guest-badge.tsx'
import { RobotBadge } from '../../../data/people/robot-badge.tsx'
import { useChangeMemberRole, useLeaveProject, useRemoveMember } from '../member.queries.ts'
import { useProjectRights } from '../project.queries.ts'
import { RoleSelect } from '../role-select.tsx'
import classes from '../row.module.css'

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
              mayHandOver={mayOwn && !member.isGuest}
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
  const isInTeam = (question?.member.groups.length ?? 0) > 0
  return (
    <>
      <ConfirmDialog
        title={t('projects.people.remove.title', { name })}
        {...(isInTeam
          ? { text: t('projects.teams.memberStays', { name }) }
          : {
              text: t('projects.people.remove.text', { name }),
              consequences: [
                t('projects.people.remove.tasks'),
                t('projects.people.remove.timers'),
                t('projects.people.remove.stays'),
              ],
            })}
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

interface MemberRowProps {
  member: Member
  isSelf: boolean
  mayChange: boolean
  mayHandOver: boolean
  /** The current role, or the chosen one. */
  role: MemberRole
  onRole: (role: MemberRole) => void
  onRemove: () => void
  onHandOver: () => void
}

function MemberRow(props: MemberRowProps) {
  const { member, role, isSelf, mayChange, onRole } = props
  const { t } = useTranslation()
  const name = fullName(member.user)
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <PersonAvatar person={member.user} />
        <div style={{ minWidth: 0 }}>
          <Group gap={6}>
            <Text fw={600}>{name}</Text>
            {isSelf && (
              <Badge color="gray" size="sm">
                {t('projects.people.you')}
              </Badge>
            )}
            {member.isRobot && <RobotBadge />}
            {member.isGuest && <GuestBadge />}
          </Group>
          {member.user.email && !member.isRobot && (
            <Text size="sm" c="dimmed" truncate>
              {member.user.email}
            </Text>
          )}
          <TeamsOfMember member={member} />
        </div>
      </div>
      {mayChange && role !== 'owner' ? (
        <RoleSelect
          label={t('projects.people.roleOf', { name })}
          value={role}
          atLeast={highestTeamRole(member)}
          isGuest={member.isGuest}
          onChange={onRole}
        />
      ) : (
        <Badge color={role === 'owner' ? 'cobalt' : 'gray'} size="lg">
          {t(`projects.roles.${role}`)}
        </Badge>
      )}
      {mayChange && <MemberMenu {...props} name={name} />}
    </li>
  )
}

/** Says where the member's role comes from, unless it is theirs alone. */
function TeamsOfMember({ member: { role, ownRole, groups } }: { member: Member }) {
  const { t } = useTranslation()
  if (groups.length === 0) return null
  const teams = groups.map(({ name }) => t('projects.teams.quoted', { name })).join(', ')
  const how = ownRole === null ? 'through' : ownRole === role ? 'alsoThrough' : 'higherThrough'
  return (
    <Text size="sm" c="dimmed">
      {t(`projects.teams.${how}`, { teams, count: groups.length })}
    </Text>
  )
}

function highestTeamRole({ groups }: Member) {
  const roles = groups.map(({ role }) => role)
  return (['manager', 'member'] as const).find(role => roles.includes(role))
}

function MemberMenu(props: MemberRowProps & { name: string }) {
  const { member, name, mayHandOver, onRemove, onHandOver } = props
  const { t } = useTranslation()
  const isOnlyThroughTeams = member.ownRole === null
  if (isOnlyThroughTeams && !mayHandOver) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon={IconDots} iconSize={18} label={t('projects.people.menu', { name })} />
      </Menu.Target>
      <Menu.Dropdown>
        {mayHandOver && (
          <MenuItem icon={IconCrown} label={t('projects.people.handOver.open')} onClick={onHandOver} />
        )}
        {!isOnlyThroughTeams && (
          <MenuItem
            icon={IconUserMinus}
            label={t('projects.people.remove.open')}
            isDangerous
            onClick={onRemove}
          />
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A personal project has no other members; `children` link to other projects. */
export function PersonalMembers({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={IconLock}
      title={t('projects.people.personal.title')}
      text={t('projects.people.personal.text')}
    >
      {children}
    </EmptyState>
  )
}

interface LeaveProjectProps {
  project: Project
  currentUserId: number
  onLeft: () => void
}

export function LeaveProject({ project, currentUserId, onLeft }: LeaveProjectProps) {
  const { t } = useTranslation()
  const { name } = project
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending } = useLeaveProject(project.id, () => {
    notifyOfSuccess(t('projects.people.leave.done', { name }))
    onLeft()
  })
  const leave = () => mutate(currentUserId, { onError: () => setIsOpen(false) })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLogout size={16} stroke={1.75} />}
        onClick={() => setIsOpen(true)}
      >
        {t('projects.people.leave.open')}
      </Button>
      <ConfirmDialog
        title={t('projects.people.leave.title', { name })}
        text={t('projects.people.leave.text')}
        consequences={[t('projects.people.leave.tasks'), t('projects.people.leave.timers')]}
        action={t('projects.people.leave.action')}
        isOpen={isOpen}
        isPending={isPending}
        onConfirm={leave}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
