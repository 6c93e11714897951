import { type Api, handle } from '../../../http/calls/handle.ts'
import { attachment } from '../../../http/files.ts'
import { assignSeat, assignSeats, correctSeats, remindSeat } from './assign.ts'
import { readOrganisationSeatsFile, readSeatsFile } from './download.ts'
import { listOrganisationSeats } from './organisation.ts'
import * as seats from './service.ts'

export function seatRoutes(api: Api) {
  handle(api, 'listOrderSeats', ({ deps, user, params }) => seats.listOrderSeats(deps, user, params.id))
  handle(api, 'downloadOrderSeats', async ({ deps, user, params, reply }) => {
    const { name, file } = await readSeatsFile(deps, user, params.id)
    reply.type('text/csv; charset=utf-8').header('content-disposition', attachment(name))
    return file
  })
  handle(api, 'listOrganisationSeats', ({ deps, user, params, query }) =>
    listOrganisationSeats(deps, user, params.id, query),
  )
  handle(api, 'downloadOrganisationSeats', async ({ deps, user, params, reply }) => {
    const { name, file } = await readOrganisationSeatsFile(deps, user, params.id)
    reply.type('text/csv; charset=utf-8').header('content-disposition', attachment(name))
    return file
  })
  handle(api, 'assignSeat', ({ deps, user, params, body }) => assignSeat(deps, user, params, body))
  handle(api, 'remindSeat', ({ deps, user, params }) => remindSeat(deps, user, params))
  handle(api, 'assignSeats', ({ deps, user, params, body }) => assignSeats(deps, user, params.id, body))
  handle(api, 'correctSeats', ({ deps, user, params, body }) => correctSeats(deps, user, params.id, body))
  handle(api, 'listMySharing', ({ deps, user }) => seats.listMySharing(deps, user))
  handle(api, 'updateMySharing', ({ deps, user, params, body }) =>
    seats.updateMySharing(deps, user, params.voucher_id, body),
  )
}
