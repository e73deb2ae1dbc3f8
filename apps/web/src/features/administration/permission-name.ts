import type { TFunction } from 'i18next'
import type en from '../../locales/en/administration.ts'

type Known = keyof typeof en.permissions.names

/** In plain words. A permission that a later version of the server brings is called by its own name. */
export function permissionName(t: TFunction, permission: string) {
  // A dot would part the key.
  const key = permission.replaceAll('.', '-') as Known
  return t(`administration.permissions.names.${key}`, { defaultValue: permission })
}
