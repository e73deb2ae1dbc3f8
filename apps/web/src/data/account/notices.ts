import { getNotices } from '@atrium/core/notices.contract'
import { NOTICES_EVERY_MS, noticesKey } from '@atrium/ui/notices'
import { itemQuery } from '../../api.ts'

export const noticesQuery = { ...itemQuery(noticesKey, getNotices), refetchInterval: NOTICES_EVERY_MS }
