import type en from '@atrium/texts/en/admin/access'
import type { TFunction } from 'i18next'

/**
 * What an administrator can ask about, by subject. Routes that everyone can call, such as pages, fonts and scripts, are left out, and so are those
 * that need what another one in the list needs.
 */
export const actions = {
  users: {
    listUsers: 'GET /users',
    readUser: 'GET /users/:id',
    editUser: 'PUT /users/:id',
    changeCredentials: 'POST /users/:id/passport-change',
    exportUser: 'GET /users/:id/export',
    archiveUser: 'DELETE /users/:id',
    restoreUser: 'POST /users/:id/restore',
    unlockUser: 'POST /users/:id/unlock',
    eraseUser: 'POST /users/:id/erase',
  },
  security: {
    readSessions: 'GET /users/:id/sessions',
    endSessions: 'DELETE /users/:id/sessions',
    readApplications: 'GET /users/:id/applications',
    disconnectApplication: 'DELETE /users/:id/applications/:applicationId',
    removePasskey: 'DELETE /users/:id/passkeys/:passkeyId',
    turnOffTwoFactor: 'DELETE /users/:id/two-factor',
    revokePersonalToken: 'DELETE /users/:id/personal-tokens/:tokenId',
  },
  roles: {
    listRoles: 'GET /roles',
    createRole: 'POST /roles',
    editRole: 'PUT /roles/:id',
    deleteRole: 'DELETE /roles/:id',
    listUserRoles: 'GET /user-roles',
    assignRole: 'POST /user-roles',
    unassignRole: 'DELETE /user-roles/:id',
    grantPermission: 'POST /rbac/roles/:roleId/permissions/:permissionId',
    createPermission: 'POST /rbac/permissions',
    checkAccess: 'GET /rbac/explain',
  },
  clients: {
    listClients: 'GET /oauth/clients',
    createClient: 'POST /oauth/clients',
    editClient: 'PUT /oauth/clients/:id',
    disableClient: 'POST /oauth/clients/:id/disable',
    rotateSecret: 'POST /oauth/clients/:id/rotate-secret',
    listKeys: 'GET /oauth/keys',
    rotateKey: 'POST /oauth/keys/rotate',
  },
  records: {
    listContacts: 'GET /user-contacts',
    editContact: 'PUT /user-contacts/:id',
    listEducations: 'GET /user-educations',
    editEducation: 'PUT /user-educations/:id',
    listFiles: 'GET /storage/files',
    uploadFile: 'POST /storage/files',
    deleteFile: 'DELETE /storage/files/:id',
  },
  lists: {
    editCities: 'PUT /cities/:id',
    editLanguages: 'PUT /languages/:id',
    listPosts: 'GET /posts',
    editPosts: 'PUT /posts/:id',
  },
  installation: {
    openAdministration: 'GET /admin',
    readHealth: 'GET /admin/health-report',
    readStatistics: 'GET /admin/statistics',
    readAudit: 'GET /audit',
    exportAudit: 'GET /audit/export',
    listMail: 'GET /mail/jobs',
    retryMail: 'POST /mail/jobs/:id/retry',
    deleteMail: 'DELETE /mail/jobs/:id',
    setBanner: 'PUT /banner',
    startMaintenance: 'PUT /maintenance',
  },
} as const

/** What a route such as `GET /users/:id` does, in words; undefined if it is not in the list. */
export function findAction(route: string, t: TFunction) {
  const all = Object.values(actions).flatMap(routes => Object.entries(routes))
  const [name] = all.find(([, one]) => one === route) ?? []
  return name && t(`access.explanation.actions.${name as keyof typeof en.explanation.actions}`)
}
