import { type Api, handle } from '../../../http/calls/handle.ts'
import { sendContactMessage } from './service.ts'

export function contactRoutes(api: Api) {
  handle(api, 'sendContactMessage', async ({ deps, body }) => {
    await sendContactMessage(deps, body)
    return { message: 'Thank you. A person will read it and answer by e-mail, on working days within a day.' }
  })
}
