import { type Api, handle } from '../../../http/calls/handle.ts'
import { sendContactMessage } from './service.ts'

export function contactRoutes(api: Api) {
  handle(api, 'sendContactMessage', async ({ deps, body }) => {
    await sendContactMessage(deps, body)
    return { message: 'Thank you. Your message is on its way to the team.' }
  })
}
