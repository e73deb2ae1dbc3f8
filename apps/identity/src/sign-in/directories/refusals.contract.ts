/** Why someone whom a directory has confirmed may be refused. A wrong password looks different: it is `wrong_credentials`. */
export const directoryRefusals = [
  'upstream_email_missing',
  'upstream_domain_refused',
  'upstream_group_missing',
  'upstream_account_missing',
  'directory_account_exists',
] as const
