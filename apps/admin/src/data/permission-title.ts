import type en from '@atrium/texts/en/admin/access'
import type { TFunction } from 'i18next'

type Known = keyof typeof en.permissions.names

/** In plain words; a custom permission has its description or name. */
export function permissionTitle(
  t: TFunction,
  { name, description }: { name: string; description?: string | null },
) {
  // A dot would split the key.
  const key = name.replaceAll('.', '-') as Known
  return t(`access.permissions.names.${key}`, { defaultValue: description || name })
}
