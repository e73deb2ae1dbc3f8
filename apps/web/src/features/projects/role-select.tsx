import type { JoiningRole } from '@atrium/tasks/projects/member.contract'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const roles: JoiningRole[] = ['viewer', 'member', 'manager']

interface RoleSelectProps {
  label: string
  value: JoiningRole
  hasVisibleLabel?: boolean
  /** A team has given this role already, so lower ones would change nothing. */
  atLeast?: JoiningRole | undefined
  /** Guests manage nothing. */
  isGuest?: boolean | undefined
  onChange: (role: JoiningRole) => void
}

/** The roles that a manager can assign; ownership is transferred separately. */
export function RoleSelect(props: RoleSelectProps) {
  const { label, value, hasVisibleLabel, atLeast = 'viewer', isGuest, onChange } = props
  const { t } = useTranslation()
  return (
    <NativeSelect
      label={hasVisibleLabel && label}
      aria-label={hasVisibleLabel ? undefined : label}
      description={hasVisibleLabel && t(`projects.people.roleMeans.${value}`)}
      inputWrapperOrder={['label', 'input', 'description']}
      value={value}
      onChange={event => onChange(event.currentTarget.value as JoiningRole)}
      data={roles
        .slice(roles.indexOf(atLeast))
        .filter(role => !isGuest || role !== 'manager')
        .map(role => ({ value: role, label: t(`projects.roles.${role}`) }))}
    />
  )
}
