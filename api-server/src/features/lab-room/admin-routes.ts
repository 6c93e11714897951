import type { Api } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { labSource } from './lab-source.ts'

export function labRoomAdminRoutes(api: Api) {
  handleList(api, 'listLabsForAdmin', { source: labSource })
}
