import { attachment } from '../../http/files.ts'
import { type Api, handle } from '../../http/handle.ts'
import { assignSeat, assignSeats, correctSeats, remindSeat } from './assign.ts'
import { readSeatsFile } from './download.ts'
import * as seats from './service.ts'

export function seatRoutes(api: Api) {
  handle(api, 'listOrderSeats', ({ deps, user, params }) => seats.listOrderSeats(deps, user, params.id))
  handle(api, 'downloadOrderSeats', async ({ deps, user, params, reply }) => {
    const { name, file } = await readSeatsFile(deps, user, params.id)
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
